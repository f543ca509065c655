internal import ICalendar

/// An objection of libical to a property that a METHOD wants, or does not want.
struct RestrictionBreach {
  enum Kind: Hashable {
    case missing
    case unwanted
    case several
  }

  let property: String
  let kind: Kind

  /// `nil` for an objection to something else.
  init?(_ finding: LibicalFinding) {
    guard finding.kind == .restriction, let property = finding.property else { return nil }
    self.property = property
    kind =
      if finding.message.hasSuffix("got 0") {
        .missing
      } else if finding.message.contains("Expected 0 ") {
        .unwanted
      } else {
        .several
      }
  }
}
