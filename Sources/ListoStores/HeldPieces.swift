/// Bytes that are held in pieces, as long as there is room for all of them.
package struct HeldPieces {
  /// In their order; none once there was not room enough.
  package private(set) var pieces: [[UInt8]] = []
  /// For how many bytes there still is room; negative where there was not enough.
  package private(set) var room: Int

  /// The most bytes that are held of a result that goes out at its end: 16 MB.
  package static let standardRoom = 16 << 20

  package init(room: Int = standardRoom) { self.room = room }

  /// There was not room enough.
  package var isOutgrown: Bool { room < 0 }

  /// Holds a piece, or gives all up.
  package mutating func append(_ bytes: [UInt8]) {
    room -= bytes.count
    if isOutgrown { pieces = [] } else { pieces.append(bytes) }
  }
}
