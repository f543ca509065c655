internal import ICalendar

/// What became of one component of a patch.
package struct PatchDecision: Sendable {
  /// What became of an item.
  package enum Outcome: String, Sendable, CaseIterable {
    case added, removed, changed, moved
    /// The collection said it already.
    case unchanged
  }

  /// What a decision is about: a component, or a list's own lines.
  enum Subject: Sendable {
    case component(Component)
    case list(Patch.ListName)
  }

  private let subject: Subject
  /// The title of the list that it is in, or was.
  package let list: String
  /// What became of the item.
  package let outcome: Outcome
  private let told: Fields

  init(subject: Subject, list: String, outcome: Outcome, told: Fields) {
    (self.subject, self.list, self.outcome, self.told) = (subject, list, outcome, told)
  }

  /// What names the component: `VTODO` as a rule, its UID and RECURRENCE-ID as they are written.
  package var component: String {
    switch subject {
    case .component(let component): component.name
    case .list: "VCALENDAR"
    }
  }

  /// The UID of the item, or the identifier of the list.
  package var uid: String {
    switch subject {
    case .component(let component): component.first(.uid)?.rawText ?? ""
    case .list(let name): name.identifier
    }
  }

  /// The occurrence that it overrides, as RFC 5545 writes it; nil for a master.
  package var recurrenceID: String? {
    switch subject {
    case .component(let component): component.first(.recurrenceID)?.rawText
    case .list: nil
    }
  }

  /// SUMMARY, for people.
  package var title: String {
    switch subject {
    case .component(let component): component.first(.summary)?.text ?? ""
    case .list(let name): name.title
    }
  }

  /// Property by property: what was chosen and dropped. Version 0 is the collection's, 1 the patch's.
  ///
  /// - Complexity: where only the patch changed the item, that of comparing what was and what is; else
  ///   constant.
  package var fields: [FieldDecision] {
    switch told {
    case .told(let fields): fields
    case .ofOnlyChange(let change): change.fields
    }
  }

  /// Some field was changed by both.
  package var isConflict: Bool {
    switch told {
    case .told(let fields): fields.contains(where: \.isConflict)
    case .ofOnlyChange: false
    }
  }
}
