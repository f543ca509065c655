internal import ICalendar

/// How many lists of each source have each name, so that a second holder gets another.
struct ListHolders {
  /// By the identifier of the source, then of the list.
  private var taken: [String: [String: Int]] = [:]

  /// The name of one more list.
  ///
  /// - Parameter context: a calendar of it.
  /// - Returns: and what is to be said of a name that was held before.
  mutating func name(
    _ identifier: String, in source: Source, _ context: CalendarContext
  ) -> (name: ModelIdentifier.Name, problem: Diagnostic?) {
    let holder = taken[source.identifier, default: [:]][identifier, default: 0] + 1
    taken[source.identifier, default: [:]][identifier] = holder
    let name = ModelIdentifier.Name(identifier, holder: holder)
    guard holder > 1 else { return (name, nil) }
    return (name, .secondList(identifier, context, holder))
  }
}

extension Diagnostic {
  /// A list whose identifier another has already.
  ///
  /// A calendar that says none has that of its file, and a file may hold several (RFC 5545 §3.4): then
  /// nothing is wrong.
  static func secondList(_ identifier: String, _ context: CalendarContext, _ holder: Int) -> Diagnostic {
    Diagnostic(
      context.identifier == nil ? .note : .warning, .duplicateIdentifier, file: context.file,
      line: context.header?.lineNumber,
      "a second list with the identifier \(identifier); its identifier ends in ~\(holder)")
  }

  /// A reminder's name was held before in its list.
  ///
  /// - Parameter holder: which holder of it this one is.
  static func repetition(of uid: String, _ file: String, _ line: Int, _ holder: Int) -> Diagnostic {
    Diagnostic(
      .warning, .duplicateIdentifier, file: file, line: line,
      "a second reminder with the UID \(uid) in this list; its identifier ends in ~\(holder)")
  }
}
