/// Finds the reminders of a list by their identifiers: four to eleven bytes a reminder, where a dictionary
/// holds each identifier again.
struct IdentifierIndex: Sendable {
  /// Indices into the list's identifiers, each in the first free slot from the one that its hash says; -1 in
  /// a free one.
  private var slots: [Int32]

  /// - Parameter identifiers: of one list; of those that are equal the last is found.
  /// - Complexity: linear in their UIDs.
  init(_ identifiers: [ModelIdentifier]) {
    var room = 16
    while room < identifiers.count + identifiers.count / 2 { room *= 2 }
    slots = Array(repeating: -1, count: room)
    for (index, identifier) in identifiers.enumerated() {
      slots[slot(of: identifier, in: identifiers)] = Int32(truncatingIfNeeded: index)
    }
  }

  /// Its index among the same identifiers; nil where it is none of them.
  ///
  /// - Complexity: O(1).
  func index(of identifier: ModelIdentifier, in identifiers: [ModelIdentifier]) -> Int? {
    let index = slots[slot(of: identifier, in: identifiers)]
    return index < 0 ? nil : Int(index)
  }

  /// Where it stands, or where there is room for it.
  private func slot(of identifier: ModelIdentifier, in identifiers: [ModelIdentifier]) -> Int {
    var hasher = Hasher()
    hasher.combine(identifier.uid)
    hasher.combine(identifier.recurrenceID)
    var slot = hasher.finalize() & (slots.count - 1)
    while slots[slot] >= 0, !Self.isEqual(identifiers[Int(slots[slot])], identifier) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// By what differs within a list.
  private static func isEqual(_ left: ModelIdentifier, _ right: ModelIdentifier) -> Bool {
    left.uid == right.uid && left.recurrenceID == right.recurrenceID
  }
}
