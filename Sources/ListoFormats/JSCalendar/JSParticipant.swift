internal import ICalendar

/// A Participant (RFC 8984 §4.4.6), and the ATTENDEE or ORGANIZER that it is (the draft on both).
enum JSParticipant {
  enum Key: Int, CaseIterable, JSKey {
    case calendarAddress, sendTo, name, email, kind, roles, participationStatus, progress, expectReply, sentBy
    case delegatedFrom, delegatedTo, memberOf, type

    static let named = KeyTable(allCases.map { ($0 == .type ? "@type" : "\($0)", $0) })
    static var firstSilent: Key { .type }
  }

  private static let kinds = [("ROOM", "location")]
  private static let roles = [
    ("REQ-PARTICIPANT", "required"), ("OPT-PARTICIPANT", "optional"), ("NON-PARTICIPANT", "informational"),
  ]
  /// The states of a task that PARTSTAT has beside those of an answer.
  private static let progress: Set<String> = ["completed", "in-process", "failed"]
  /// Parameters of several addresses, which are sets in the second version. RFC 8984 has identifiers there.
  private static let addresses: [(name: String, key: Key)] = [
    ("DELEGATED-FROM", .delegatedFrom), ("DELEGATED-TO", .delegatedTo), ("MEMBER", .memberOf),
  ]

  /// The parameters that ORGANIZER and its participant share.
  static let ofOrganizer: Set<String> = ["CN", "EMAIL", "SENT-BY"]

  private static func word(_ name: String, _ table: [(String, String)]) -> String {
    table.first { $0.0 == name }?.1 ?? name.lowercased()
  }

  private static func name(_ word: String, _ table: [(String, String)]) -> String {
    table.first { $0.1 == word }?.0 ?? word.uppercased()
  }

  // MARK: Writing

  /// The participant of a line, the parameters that its members say, and the others.
  struct Made {
    var members: [Key: JSONNode] = [:]
    fileprivate(set) var said: [Parameter] = []
    fileprivate(set) var noted: [Parameter] = []
    fileprivate(set) var roles: [String] = []

    var node: JSONNode { JSParticipant.node(members) }
  }

  /// A participant with its members in the order of their keys, whatever the order of the parameters.
  private static func node(_ members: [Key: JSONNode]) -> JSONNode {
    var object = JSObject("Participant")
    for key in Key.allCases { if let value = members[key] { object["\(key)"] = value } }
    return object.node
  }

  /// - Parameter isOrganizer: the line's address is that of ORGANIZER.
  static func participant(
    _ address: String, _ parameters: [Parameter], isBis: Bool, isTask: Bool, isOrganizer: Bool
  ) -> Made {
    var made = Made()
    made.members[isBis ? .calendarAddress : .sendTo] = isBis ? .text(address) : methods(address)
    for parameter in parameters {
      let members = members(parameter, isBis: isBis, isTask: isTask)
      var read = JSMembers<Key>(node(members))
      guard Self.parameters(&read, isOrganizer: isOrganizer) == [parameter] else {
        made.noted.append(parameter)
        continue
      }
      made.said.append(parameter)
      made.members.merge(members) { _, last in last }
      if parameter.name == "ROLE" { made.roles = parameter.values.map { word($0, roles) } }
    }
    return made
  }

  /// The members that a parameter is.
  private static func members(
    _ parameter: Parameter, isBis: Bool, isTask: Bool
  ) -> [Key: JSONNode] {
    let value = parameter.value
    switch parameter.name {
    case "CN": return [.name: .text(value)]
    case "EMAIL": return [.email: .text(value)]
    case "CUTYPE": return [.kind: .text(word(value, kinds))]
    case "ROLE": return [.roles: .set(parameter.values.map { word($0, roles) })]
    case "RSVP": return [.expectReply: .bool(value == "TRUE")]
    case "PARTSTAT":
      let status = value.lowercased()
      guard isTask, progress.contains(status) else { return [.participationStatus: .text(status)] }
      return [.participationStatus: .text("accepted"), .progress: .text(status)]
    case "SENT-BY" where isBis: return [.sentBy: .text(value)]
    default:
      guard isBis, let key = addresses.first(where: { $0.name == parameter.name })?.key else { return [:] }
      return [key: .set(parameter.values)]
    }
  }

  /// The way to an address, by its method (RFC 8984 §4.4.4).
  static func methods(_ address: String) -> JSONNode {
    var methods = JSObject()
    methods[address.lowercased().hasPrefix("mailto:") ? "imip" : "other"] = .text(address)
    return methods.node
  }

  /// Parameters as `convertedProperties` has them.
  static func object(_ parameters: [Parameter]) -> JSObject {
    var object = JSObject()
    for parameter in parameters { object[parameter.name.lowercased()] = parameter.node }
    return object
  }

  // MARK: Reading

  /// The parameters that members say, which are taken.
  ///
  /// - Parameter isOrganizer: the role of the owner follows from ORGANIZER.
  static func parameters(_ members: inout JSMembers<Key>, isOrganizer: Bool) -> [Parameter] {
    var parameters: [Parameter] = []
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { parameters.append(Parameter(name: name, values: values)) }
    }
    if let name = members.takeString(.name) { add("CN", [name]) }
    if let email = members.takeString(.email) { add("EMAIL", [email]) }
    if let kind = members.takeString(.kind) { add("CUTYPE", [name(kind, kinds)]) }
    if let words = members.takeWords(.roles) {
      let others = words.filter { $0 != "attendee" && !(isOrganizer && $0 == "owner") }
      add("ROLE", others.map { name($0, roles) })
    }
    if let status = members.takeString(.participationStatus) {
      let state = members.string(.progress).flatMap { progress.contains($0) ? $0 : nil }
      if status == "accepted", let state {
        members.take(.progress)
        add("PARTSTAT", [state.uppercased()])
      } else {
        add("PARTSTAT", [status.uppercased()])
      }
    }
    if let isAsked = members.takeBool(.expectReply) { add("RSVP", [isAsked ? "TRUE" : "FALSE"]) }
    if let sender = members.string(.sentBy), sender.contains(":") {
      members.take(.sentBy)
      add("SENT-BY", [sender])
    }
    for (name, key) in addresses {
      guard let words = members.words(key), words.allSatisfy({ $0.contains(":") }) else { continue }
      members.take(key)
      add(name, words)
    }
    return parameters
  }
}

extension JSMembers {
  fileprivate init(_ node: JSONNode) {
    let (json, place) = node.place
    self.init(json, place)
  }

  fileprivate func string(_ key: Key) -> String? { text(key).map { String(decoding: $0, as: UTF8.self) } }

  fileprivate mutating func takeString(_ key: Key) -> String? {
    takeText(key).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The words of a set that has no other members.
  fileprivate func words(_ key: Key) -> [String]? {
    guard let place = left(key), let words = json.words(place), words.count == json.count(place) else {
      return nil
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  fileprivate mutating func takeWords(_ key: Key) -> [String]? {
    guard let words = words(key) else { return nil }
    take(key)
    return words
  }

  fileprivate mutating func takeBool(_ key: Key) -> Bool? {
    guard let place = left(key), let value = JSONNode(json, place).bool else { return nil }
    take(key)
    return value
  }
}
