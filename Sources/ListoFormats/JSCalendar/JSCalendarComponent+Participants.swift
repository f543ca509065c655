internal import ICalendar

extension JSCalendarComponent {
  /// ATTENDEE and ORGANIZER.
  ///
  /// - Parameter rest: the lines beside the members. An ORGANIZER among them counts.
  mutating func addParticipants(_ rest: JSRest) {
    let organizer = takeOrganizer()
    var shared: [Parameter] = []
    for (key, place) in members.members(.participants) {
      let id = json.bytes(key)
      var participant = JSMembers<JSParticipant.Key>(json, place)
      guard let (member, address) = takeAddress(&participant) else {
        report(place, "a participant has no address; it is kept as JSPROP")
        component.addExtension(json, place, at: [Self.participants[...], id])
        continue
      }
      let isOrganizer = organizer.map { $0.address.elementsEqual(address) } ?? false
      let origin = converted.origin(Self.path("participants/", id, "/\(member)"))
      let said = JSParticipant.parameters(&participant, isOrganizer: isOrganizer)
      let hasRole =
        json.words(participant[.roles])?.contains { $0.elementsEqual("attendee".utf8) } ?? false
      let isAttendee =
        !isOrganizer || origin.name == "attendee" || hasRole
        || said.contains { !JSParticipant.ofOrganizer.contains($0.name) }
      let names = Set(said.map(\.name))
      var parameters = said + origin.parameters.filter { !names.contains($0.name) }
      parameters +=
        participant.hasRest ? [Self.identifier(id)] : identifier(id, unlike: JSIdentifier.of(address))
      if isOrganizer {
        shared = said.filter { JSParticipant.ofOrganizer.contains($0.name) }
        if !isAttendee { shared += parameters.filter { $0.name == "JSID" } }
      }
      if isAttendee { component.raw(.attendee, JCalParsing.oneLine(address), parameters: parameters) }
      participant.addRest(to: &component, at: [Self.participants[...], id])
    }
    members.take(.participants)
    guard let organizer, !isSaid(organizer.address, rest) else { return }
    let names = Set(shared.map(\.name))
    component.raw(
      .organizer, JCalParsing.oneLine(organizer.address),
      parameters: shared + converted.parameters(organizer.key).filter { !names.contains($0.name) })
  }

  private static let participants = Array("participants".utf8)

  /// The address of the organizer, in the shape of either version.
  private mutating func takeOrganizer() -> (key: JSMember, address: ArraySlice<UInt8>)? {
    if let address = members.takeText(.organizerCalendarAddress) {
      return (.organizerCalendarAddress, address)
    }
    guard let methods = members.left(.replyTo), let address = address(methods) else { return nil }
    if json.count(methods) == 1 { members.take(.replyTo) }
    return (.replyTo, address)
  }

  /// The address of a participant, in the shape of either version, and the member that has it.
  private func takeAddress(
    _ participant: inout JSMembers<JSParticipant.Key>
  ) -> (member: JSParticipant.Key, address: ArraySlice<UInt8>)? {
    if let address = participant.takeText(.calendarAddress) { return (.calendarAddress, address) }
    guard let methods = participant.left(.sendTo), let address = address(methods) else { return nil }
    // With other methods it stays, beside the address that it has.
    if json.count(methods) == 1 { participant.take(.sendTo) }
    return (.sendTo, address)
  }

  /// The address of iMIP among the ways to a person (RFC 8984 §4.4.4), else that of another.
  private func address(_ methods: Int) -> ArraySlice<UInt8>? {
    (json.value(Self.imip, of: methods) ?? json.value(Self.other, of: methods)).flatMap { json.string($0) }
  }

  private static let (imip, other) = (Array("imip".utf8), Array("other".utf8))

  /// One of the lines beside the members is ORGANIZER with this address.
  private func isSaid(_ address: ArraySlice<UInt8>, _ rest: JSRest) -> Bool {
    json.elements(ofAny: rest.properties).contains { place in
      let parts = JSONNode(json, place).elements ?? []
      return parts.first?.string?.lowercased() == "organizer"
        && parts.last?.string == String(decoding: address, as: UTF8.self)
    }
  }
}
