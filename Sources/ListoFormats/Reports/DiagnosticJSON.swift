package import ICalendar

extension Diagnostic {
  /// `{"severity":…,"code":…,"file":…,"line":…,"count":…,"message":…}`; `file` and `line` only if they are
  /// known, `count` only if it counts other diagnostics.
  package var json: JSONValue {
    .object(present: [
      "severity": .string(severity.rawValue), "code": .string(code.rawValue),
      "file": file.map { .string($0) },
      "line": line.map { .number($0) }, "count": isCount ? .number(count) : nil, "message": .string(message),
    ])
  }
}
