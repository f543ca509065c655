internal import Listo
internal import ArgumentParser
internal import ListoFormats

/// The columns of a table, as `--columns` names them.
struct ColumnsArgument {
  private let words: [String]

  init(argument: String) throws {
    words = argument.split(separator: ",").map { String($0.drop { $0 == " " }) }
    guard !words.isEmpty else { throw ValidationError("--columns: name a column at least, such as title.") }
  }

  /// The names that the format has.
  ///
  /// - Throws: ValidationError where it is no table, or has no such column, with the one that may have been meant.
  func names(for format: Format) throws -> [String] {
    let known = format.columns
    guard !known.isEmpty else {
      throw ValidationError("--columns is for csv and tsv; \(format.title) has no columns.")
    }
    for word in words where !known.contains(word.lowercased()) {
      let near = Spelling.nearest(to: word, in: known).map { "did you mean '\($0)'?" }
      throw ValidationError(
        "--columns: there is no column '\(word)'; \(near ?? "the columns are \(known.joined(separator: ", ")).")"
      )
    }
    return words.map { $0.lowercased() }
  }
}
