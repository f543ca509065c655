internal import ICalendar

/// The decision on one component of a patch, or on a list's own lines.
package struct PatchDecision: Sendable {
  /// The outcome for an item.
  package enum Outcome: String, Sendable, CaseIterable {
    case added, removed, changed, moved
    /// The collection said it already.
    case unchanged
  }

  /// The subject of a decision: a component, or a list's own lines.
  enum Subject: Sendable {
    case component(Component)
    case list(Patch.ListName)
  }

  private let subject: Subject
  /// The title of the list that it is in, or was.
  package let list: String
  /// The outcome for the item.
  package let outcome: Outcome
  private let told: Fields

  init(subject: Subject, list: String, outcome: Outcome, told: Fields) {
    (self.subject, self.list, self.outcome, self.told) = (subject, list, outcome, told)
  }

  /// The name of the component, as a rule `VTODO`; `VCALENDAR` for a list's own lines.
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
