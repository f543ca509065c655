internal import ICalendar

/// ATTENDEE and ORGANIZER, which few tasks have: values are made of them first.
extension JSCalendarObject {
  /// A line whose parameters can be members: each has a name of its own.
  private struct Person {
    let line: Int
    let address: String
    let parameters: [Parameter]
    let id: String?
  }

  private mutating func person(_ index: Int) -> Person? {
    let property = lines.property(index)
    let parameters = JSParameters(property.parameters, &table.zones)
    guard parameters.others(without: ["VALUE"]) != nil, parameters.type ?? "CAL-ADDRESS" == "CAL-ADDRESS",
      !property.rawText.isEmpty
    else { return nil }
    return Person(
      line: index, address: property.rawText,
      parameters: parameters.list.filter { $0.name != "VALUE" && $0.name != "JSID" },
      id: parameters["JSID"]?.value)
  }

  /// ATTENDEE as participants, and ORGANIZER as an address and the participant who has it.
  mutating func participants(_ output: inout OutputSpan<UInt8>) {
    let first = lines.first(.organizer)
    guard first != nil || lines.first(.attendee) != nil else { return }
    var organizer: Person?
    // Of several none counts more than the others.
    if let first, lines.next(.organizer, from: first + 1) == nil { organizer = person(first) }
    var participants = JSObject()
    var ofOrganizer: [Parameter]?
    var hasOwner = false
    var next = lines.first(.attendee)
    while let index = next {
      next = lines.next(.attendee, from: index + 1)
      guard let attendee = person(index) else { continue }
      let id = attendee.id ?? JSIdentifier.of(attendee.address)
      let isOrganizer = attendee.address == organizer?.address
      guard participants[id] == nil, !(isOrganizer && ofOrganizer != nil) else { continue }
      var made = JSParticipant.participant(
        attendee.address, attendee.parameters, isBis: isBis, isTask: kind == .vtodo, isOrganizer: isOrganizer)
      var roles = made.roles
      if !isBis, !roles.contains("informational") { roles.insert("attendee", at: 0) }
      if isOrganizer { roles.append("owner") }
      if !roles.isEmpty { made.members[.roles] = .set(roles) }
      if isOrganizer { ofOrganizer = made.said.filter { JSParticipant.ofOrganizer.contains($0.name) } }
      hasOwner = hasOwner || made.roles.contains("owner")
      participants[id] = made.node
      lines.place(index)
      convert(
        addressPath(id), isOrganizer ? "attendee" : nil, JSParticipant.object(made.noted), line: index)
    }
    if let organizer { put(organizer, ofOrganizer, hasOwner: hasOwner, &participants, &output) }
    guard !participants.isEmpty else { return }
    put(.participants, &output)
    output.put(participants.node)
  }

  /// The path of a participant's address in `convertedProperties`.
  private func addressPath(_ id: String) -> String {
    "participants/\(JSObject.escaped(id))/" + (isBis ? "calendarAddress" : "sendTo")
  }

  /// Writes the address of the organizer, and the participant who is nobody else.
  ///
  /// - Parameter attendee: what the members of the attendee with this address say; nil where there is none.
  private mutating func put(
    _ organizer: Person, _ attendee: [Parameter]?, hasOwner: Bool, _ participants: inout JSObject,
    _ output: inout OutputSpan<UInt8>
  ) {
    let key: Key = isBis ? .organizerCalendarAddress : .replyTo
    put(key, &output)
    if isBis {
      output.put(text: organizer.address)
    } else {
      output.put(JSParticipant.methods(organizer.address))
    }
    let said: [Parameter]
    if let attendee {
      // Where the two lines differ, that of ORGANIZER stays beside the member.
      guard organizer.id == nil, attendee.allSatisfy(organizer.parameters.contains) else { return }
      said = attendee
    } else {
      let shared = organizer.parameters.filter { JSParticipant.ofOrganizer.contains($0.name) }
      var made = JSParticipant.participant(
        organizer.address, shared, isBis: isBis, isTask: kind == .vtodo, isOrganizer: true)
      said = made.said
      if organizer.id != nil || !said.isEmpty || !hasOwner {
        let id = organizer.id ?? JSIdentifier.of(organizer.address)
        guard participants[id] == nil else { return }
        made.members[.roles] = .set(["owner"])
        participants[id] = made.node
      }
    }
    place(key, organizer.line, JSParticipant.object(organizer.parameters.filter { !said.contains($0) }))
  }
}
