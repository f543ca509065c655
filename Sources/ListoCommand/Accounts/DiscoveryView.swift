internal import Listo

/// How an account was found, step by step, and what its server can do.
struct DiscoveryView {
  let account: String
  let discovery: Discovery
  let surface: Surface

  var text: String {
    let steps = discovery.steps.filter { $0.question != .abilities }
    let width = steps.map(\.question.rawValue.count).max() ?? 0
    var lines = steps.map { step in
      let question = step.question.rawValue
      let blanks = String(repeating: " ", count: width - question.count)
      return "  \(Self.word(step.isFound))  \(question)\(blanks)  \(step.place): \(step.words)"
    }
    if let found = discovery.account {
      if let server = found.server { lines.append("  server: \(server)") }
      let traits = found.traits.sorted { $0.rawValue < $1.rawValue }
      lines += traits.map { "  \(Self.word(!$0.isLacking))  \($0.words)" }
      lines += found.lists.lists.map {
        "  list: \($0.title)\($0.isWritable ? "" : " (read-only)")"
      }
    } else if let error = discovery.error {
      lines.append("  \(error.reason)")
    }
    return SyncView(account: account, surface: surface).named(lines)
  }

  private static func word(_ isSo: Bool) -> String { isSo ? "yes" : "no " }
}
