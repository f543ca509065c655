/// The content lines that stand whole in a block, the byte behind them too, if line feeds end lines (RFC 5545
/// §3.1). The first one begins behind the first line end, since the line before it may have begun before the
/// block.
struct FoundLines: Sendable {
  /// A line that may be BEGIN or END.
  struct Frame: Sendable {
    /// The index of the line.
    let line: UInt32
    /// How many physical lines are before it.
    let physical: UInt32
  }

  /// The lines in their order, and behind them where they end; empty where there is none.
  private(set) var starts: [LineStart] = []
  private(set) var frames: [Frame] = []
  /// How many physical lines they are.
  private(set) var physical: UInt32 = 0

  /// How many lines there are.
  var count: Int { max(0, starts.count - 1) }

  init(in bytes: Span<UInt8>, from start: Int) {
    guard var position = bytes.behindLine(from: start) else { return }
    starts.reserveCapacity((bytes.count - start) / Self.usualLength)
    var isDone = false
    while !isDone {
      let before = starts.count
      starts.append(addingCapacity: 1024) { output in
        while !output.isFull {
          position = bytes.passLines(from: position, number: &physical, into: &output)
          guard !output.isFull else { return }
          let line = before + output.count
          guard let folds = bytes.passFrame(at: &position, into: &output) else {
            isDone = true
            return
          }
          frames.append(Frame(line: UInt32(truncatingIfNeeded: line), physical: physical))
          physical &+= UInt32(truncatingIfNeeded: folds + 1)
        }
      }
    }
    if !starts.isEmpty { starts.append(LineStart(position, folds: 0)) }
  }

  /// Lines are seldom shorter in the mean: in bytes.
  private static let usualLength = 16
}
