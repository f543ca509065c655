internal import Listo

/// Inputs that were named and are not there, and what was probably meant by them.
struct MissingInputs {
  private let paths: [String]
  /// The inputs that are there, as they were named.
  private let others: [String]
  /// The last that was named is missing, and was not the only one.
  private let isLast: Bool

  /// nil where none is missing.
  init?(_ errors: [StoreError], of inputs: [String]) {
    let missing = Set(errors.lazy.filter { $0.code == .missing }.map(\.path))
    guard !missing.isEmpty else { return nil }
    paths = inputs.filter(missing.contains)
    others = inputs.filter { !missing.contains($0) }
    isLast = inputs.count > 1 && inputs.last == paths.last
    if paths.isEmpty { return nil }
  }

  /// Nothing else was named, so that what is said of them is not far from the end.
  var areAll: Bool { others.isEmpty }

  /// One line for the end of what is printed, where the errors may have gone by.
  var summary: String {
    let names = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
    return
      "\(paths.count) of \(paths.count + others.count) inputs \(paths.count == 1 ? "is" : "are") missing: \(names)"
  }

  /// The suggestion of another name or command; nil where nothing is near.
  var suggestion: String? {
    let meant = paths.map { Self.neighbour(of: $0) }
    let near = meant.compactMap(\.self)
    if near.isEmpty, let output {
      return "To write \(output): listo convert \(others.joined(separator: " ")) -o \(output)"
    }
    let words = zip(paths, meant).filter { $0.1 == nil }.map(\.0)
    // A word that is like no name may be one to look for in reminders.
    guard !words.isEmpty, words.allSatisfy({ !$0.isEmpty && !$0.contains("/") && !$0.contains(".") }) else {
      return near.first.map { "Did you mean \($0)?" }
    }
    let text = words.joined(separator: " ")
    let quoted = text.allSatisfy { $0.isLetter || $0.isNumber } ? text : "'\(text)'"
    let inputs = (others + near).map { $0 + " " }.joined()
    return (near.isEmpty ? "To look for a word in reminders" : "Did you mean")
      + ": listo list \(inputs)--text \(quoted)"
  }

  /// The probable output: it was named last, and is of another format than the inputs before it.
  private var output: String? {
    guard paths.count == 1, let path = paths.last, isLast,
      let format = Format.all.first(where: { $0.canWrite && $0.claims(path) }),
      others.allSatisfy({ !format.claims($0) })
    else { return nil }
    return path
  }

  /// A name in the same folder, or of a source, that is spelt nearly so.
  private static func neighbour(of path: String) -> String? {
    NearestPath.find(path) { (try? ConfigurationFile.load())?.sources.map(\.name) ?? [] }
  }
}
