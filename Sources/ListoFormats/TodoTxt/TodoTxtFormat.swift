internal import ListoModel

extension Format {
  /// A line a reminder: `TodoTxtReader`, `TodoTxtWriter`.
  public static let todoTxt = Format(
    name: "todotxt", title: "todo.txt", extensions: ["txt"],
    holds: "every field, one reminder per line",
    options: [
      FormatOption("plain", "only what other programs know: no times of day, no uid:, note: and so on")
    ],
    capabilities: .fieldsAlone,
    recognise: { name, beginning in
      let name = name.lowercased()
      guard !Recognition.hasLine(beginning, startingWith: "BEGIN:VCALENDAR") else { return .none }
      if ["todo.txt", "done.txt"].contains(where: { name == $0 || name.hasSuffix("." + $0) }) {
        return .certain
      }
      // Any other text may be one, where it is asked for by its name.
      return Recognition.has(name, ["txt"]) && !beginning.contains(0) ? .possible : .none
    },
    makeReader: { _ in TodoTxtReader() },
    makeWriter: { TodoTxtWriter(isPlain: $0.contains("plain"), recurrence: $0.recurrence, losses: $1) })
}
