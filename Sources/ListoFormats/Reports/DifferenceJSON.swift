internal import ICalendar
package import ListoModel

/// The difference of two collections as one JSON document, as `listo diff --json` prints it.
///
///     {"listo":"diff","version":1,"old":…,"new":…,"isSame":…,
///     "counts":{"added":…,"removed":…,"changed":…,"moved":…},
///     "lists":[{"old":{"identifier":…,"title":…},"new":{…},"fields":[{"name":…,"old":…,"new":…}],
///      "items":[{"kind":…,"component":…,"uid":…,"recurrenceID":…,"title":…,"from":{"identifier":…,"title":…},
///       "fields":[{"property":…,"field":…,"old":…,"new":…,"oldLine":…,"newLine":…},
///        {"property":…,"field":…,"removed":[…],"added":[…]},
///        {"component":…,"old":…,"new":…,"fields":[…]}, {"zone":…}]}]}]}
///
/// Empty values are absent. `old` and `new` of a value are in words for people; `oldLine` and `newLine` are
/// the content lines, unfolded. For a component inside, `old` and `new` are its iCalendar text.
package enum DifferenceJSON {
  /// - Parameters:
  ///   - old: the name of the older side.
  ///   - new: the name of the newer side.
  public static func value(_ difference: CatalogDifference, old: String, new: String) -> JSONValue {
    let counts = difference.counts
    return .object(present: [
      "listo": "diff", "version": 1, "old": .string(old), "new": .string(new),
      "isSame": .bool(difference.isEmpty),
      "counts": .object(
        ItemDifference.Kind.allCases.map { .init(key: $0.rawValue, value: .number(counts[$0] ?? 0)) }),
      "lists": .array(difference.lists.map { list($0, difference) }),
    ])
  }

  private static func list(
    _ changes: CatalogDifference.ListChanges, _ difference: CatalogDifference
  ) -> JSONValue {
    .object(present: [
      "old": changes.old.flatMap(difference.old.list(at:)).map(name),
      "new": changes.new.flatMap(difference.new.list(at:)).map(name),
      "fields": .array(
        changes.fields.map { field in
          .object(present: [
            "name": .string(field.name), "old": field.old.map { .string($0) },
            "new": field.new.map { .string($0) },
          ])
        }), "items": .array(changes.items.map { item($0, difference) }),
    ])
  }

  private static func name(_ node: Catalog.ListNode) -> JSONValue {
    .object(present: ["identifier": .string(node.list.identifier), "title": .string(node.list.title)])
  }

  private static func item(_ item: ItemDifference, _ difference: CatalogDifference) -> JSONValue {
    let component = item.component
    return .object(present: [
      "kind": .string(item.kind.rawValue), "component": component.map { .string($0.name) },
      "uid": component?.first(.uid).map { .string($0.text) },
      "recurrenceID": component?.first(.recurrenceID).map { .string($0.rawText) },
      "title": item.title.map { .string($0) },
      "from": item.oldList.flatMap(difference.old.list(at:)).map(name),
      "fields": item.fields.isEmpty ? nil : .array(item.fields.map(field)),
    ])
  }

  private static func field(_ field: FieldDifference) -> JSONValue {
    let name = field.field.map { JSONValue.string($0.name) }
    switch field.change {
    case .value(let old, let new):
      return .object(present: [
        "property": .string(field.name), "field": name,
        "old": old.map { .string(FieldDifference.text(of: $0)) },
        "new": new.map { .string(FieldDifference.text(of: $0)) }, "oldLine": old.map(line),
        "newLine": new.map(line),
      ])
    case .elements(let removed, let added):
      return .object(present: [
        "property": .string(field.name), "field": name, "removed": .strings(removed.map(\.text)),
        "added": .strings(added.map(\.text)),
      ])
    case .component(let old, let new, let fields):
      return .object(present: [
        "component": .string(field.name), "old": old.map(text), "new": new.map(text),
        "fields": fields.isEmpty ? nil : .array(fields.map(Self.field)),
      ])
    case .zone: return .object(present: ["zone": .string(field.name)])
    }
  }

  private static func line(_ property: Property) -> JSONValue {
    .string(String(decoding: property.unfolded, as: UTF8.self))
  }

  private static func text(_ component: Component) -> JSONValue {
    .string(String(decoding: component.bytes, as: UTF8.self))
  }
}
