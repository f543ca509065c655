internal import ICalendar

/// The bytes of the inputs as they were read, as far as there is room: reading a component again where it
/// stands costs as much as all else that is done with it.
struct HeldBytes: Sendable {
  private struct Piece: Sendable {
    let offset: Int
    let bytes: [UInt8]
    /// Where in `bytes` it begins.
    let start: Int
  }

  /// Of each input, in their order.
  private var pieces: [[Piece]] = []
  private var room: Int

  /// - Parameter room: how many bytes are held.
  init(room: Int) { self.room = room }

  mutating func take(_ batch: ItemBatch, ofInput number: Int) {
    let bytes = batch.bytes
    guard room >= bytes.capacity else { return }
    room -= bytes.capacity
    while pieces.count <= number { pieces.append([]) }
    pieces[number].append(Piece(offset: batch.offset, bytes: bytes, start: batch.content.lowerBound))
  }

  /// Lets the bytes of an input go.
  mutating func drop(input number: Int) {
    guard number < pieces.count else { return }
    room += pieces[number].reduce(0) { $0 + $1.bytes.capacity }
    pieces[number] = []
  }

  /// Appends the bytes at a place of an input; false where they are not held.
  ///
  /// - Complexity: logarithmic in the pieces.
  func append(_ count: Int, at offset: Int, ofInput number: Int, to bytes: inout [UInt8]) -> Bool {
    guard number < pieces.count else { return false }
    let behind = pieces[number].partitionPoint { $0.offset <= offset }
    guard behind > 0 else { return false }
    let piece = pieces[number][behind - 1]
    let start = piece.start + offset - piece.offset
    guard start + count <= piece.bytes.count else { return false }
    bytes += piece.bytes[start..<start + count]
    return true
  }
}
