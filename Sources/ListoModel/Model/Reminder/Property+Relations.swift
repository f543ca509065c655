package import ICalendar

/// As nearly all programs write it.
private let relationToParent = Array(";RELTYPE=PARENT".utf8)

/// The relation that RELATED-TO names (RFC 5545 §3.8.4.5).
extension Property {
  /// RELTYPE in upper case; `PARENT` where none is given (RFC 5545 §3.2.15).
  package var relationType: String { parameter("RELTYPE")?.value.uppercased() ?? "PARENT" }

  /// It names what the reminder is a part of.
  package var namesParent: Bool { isWritten(with: relationToParent) || relationType == "PARENT" }

  /// It names a part of the reminder.
  package var namesChild: Bool { !isWritten(with: relationToParent) && relationType == "CHILD" }

  /// It names what the reminder waits for (RFC 9253 §5).
  package var namesDependency: Bool { relationType == "DEPENDS-ON" }
}

extension Component {
  /// The lines that name what it is a part of.
  package var parentLines: [Property] { all(.relatedTo).filter(\.namesParent) }
}
