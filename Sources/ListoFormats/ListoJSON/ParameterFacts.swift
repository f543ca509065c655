/// What ``ParameterSection`` says, as numbers: nothing in it is counted by reference, so that each line of a calendar can ask.
struct ParameterFacts: Sendable {
  enum Value: UInt8, Sendable { case none, text, uri, recur, integer, date, dateTime, duration, other }
  enum Relation: UInt8, Sendable { case none, parent, other }
  enum Related: UInt8, Sendable { case none, start, end, other }

  let value: Value
  let relation: Relation
  let related: Related
  let hasZone: Bool
  let hasOthers: Bool
  /// The index of the zone in ``ReminderPlace/zones``; -1 where TZID names none.
  let zone: Int

  /// The facts of a line without parameters.
  static let none = ParameterFacts(.empty, zone: nil)

  init(_ section: ParameterSection, zone: Int?) {
    value =
      switch section.value {
      case nil: .none
      case "TEXT": .text
      case "URI": .uri
      case "RECUR": .recur
      case "INTEGER": .integer
      case "DATE": .date
      case "DATE-TIME": .dateTime
      case "DURATION": .duration
      default: .other
      }
    relation = section.reltype.map { $0 == "PARENT" ? .parent : .other } ?? .none
    related =
      switch section.related {
      case nil: .none
      case "START": .start
      case "END": .end
      default: .other
      }
    hasZone = section.tzid != nil
    hasOthers = section.hasOthers
    self.zone = zone ?? -1
  }

  /// Nothing but, perhaps, the VALUE that is the property's default.
  @inline(__always)
  func isPlain(_ type: Value) -> Bool {
    !hasOthers && !hasZone && relation == .none && related == .none && (value == .none || value == type)
  }

  /// Nothing but VALUE, DATE or DATE-TIME, and TZID.
  @inline(__always)
  var isOfMoment: Bool {
    !hasOthers && relation == .none && related == .none
      && (value == .none || value == .date || value == .dateTime)
  }
}
