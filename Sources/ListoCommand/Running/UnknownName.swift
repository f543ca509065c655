internal import Listo

/// The words about a name that nothing has: which one may have been meant, else which there are.
enum UnknownName {
  /// - Parameters:
  ///   - kind: of what, such as `list`.
  ///   - known: in the order in which they are told; one that is there twice is told once.
  ///   - more: where many are shown, a command.
  static func words(_ kind: String, _ name: String, _ known: [String], more: String? = nil) -> String {
    let text = "unknown \(kind) '\(name)'; "
    if let guess = guess(name, in: known) { return text + guess }
    var seen: Set<String> = []
    let names = known.filter { seen.insert($0).inserted }
    if names.isEmpty { return text + "there are none." }
    if names.count > 12, let more { return text + "\(more) shows them." }
    return text + "there are \(names.joined(separator: ", "))."
  }

  /// `did you mean 'Home'?`, of the known name that is nearest; nil where none is near.
  static func guess(_ name: String, in known: [String]) -> String? {
    Spelling.nearest(to: name, in: known).map(question)
  }

  /// The same of a name that may have been meant.
  static func question(_ near: String) -> String { "did you mean '\(near)'?" }
}
