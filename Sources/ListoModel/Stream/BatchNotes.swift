package import ICalendar

/// The facts about a batch that a ``Survey`` needs and that any thread can find.
package struct BatchNotes: Sendable {
  struct Reminder: Sendable {
    /// ``IdentityInList/hash(of:uid:isOverride:)``
    let name: UInt64
    let isOverride: Bool
    /// Where its UID stands in the batch's bytes, if these are its text as they are, and nothing else names
    /// it.
    let uid: Range<Int>?
    /// It has a UID and no line of a series: neither its name nor its current occurrence depends on others.
    let standsAlone: Bool
  }

  let batch: ItemBatch
  let malformed: [Diagnostic]
  let invalidLine: Int?
  /// Of each VTODO that stands directly in a calendar or in none, in their order.
  let reminders: [Reminder]
  /// One of them has no UID.
  let lacksUID: Bool
  /// One of them may belong to a series whose current occurrence is another than its first.
  let needsSeries: Bool

  /// - Complexity: linear in the batch's bytes.
  package init(_ batch: ItemBatch) { self.init(batch, batch.walk(Self.selection)) }

  /// The same where the lines were walked already, those of UID and RECURRENCE-ID among others.
  init(_ batch: ItemBatch, _ lines: WalkedLines) {
    self.batch = batch
    malformed = ItemBatch.malformed(lines)
    invalidLine = batch.firstInvalidLine
    var reminders: [Reminder] = []
    var (lacksUID, needsSeries) = (false, false)
    let bytes = batch.bytes
    for index in batch.indices where batch.kind(at: index) == .component(.vtodo) {
      let row = reminders.count
      let isInSeries = SeriesLines.areIn(lines, row: row)
      needsSeries = needsSeries || isInSeries
      let isOverride = lines.place(.recurrenceID, row: row) != nil
      // The usual one, without making values of it.
      if !isOverride, let uid = lines.place(.uid, row: row)?.plainValue,
        let name = IdentityInList.hash(plain: bytes.span, uid)
      {
        reminders.append(Reminder(name: name, isOverride: false, uid: uid, standsAlone: !isInSeries))
        continue
      }
      guard case .component(let component) = batch[index] else { continue }
      let uid = lines.first(.uid, row: row, of: component) ?? nil
      let hasUID = ListoModel.Reminder(component, in: .none).uid != nil
      lacksUID = lacksUID || !hasUID
      reminders.append(
        Reminder(
          name: IdentityInList.hash(of: component, uid: uid?.value ?? [], isOverride: isOverride),
          isOverride: isOverride, uid: nil, standsAlone: hasUID && !isInSeries))
    }
    (self.reminders, self.lacksUID, self.needsSeries) = (reminders, lacksUID, needsSeries)
  }

  private static let selection = PropertySelection([.uid] + SeriesLines.ids)
}

extension Component {
  /// The UID as it is written; empty where there is none.
  var rawUID: ArraySlice<UInt8> { first(.uid)?.value ?? [] }
}
