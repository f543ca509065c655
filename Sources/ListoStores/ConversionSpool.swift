internal import ICalendar
internal import ListoFormats
internal import Platform
internal import Synchronization

/// Where the iCalendar that was made of other formats is kept: in memory up to a bound, what comes then in
/// one unlinked temporary file.
final class ConversionSpool: Sendable {
  private struct State {
    var room: Int
    var file: TemporaryFile?
    var size = 0
  }

  private let folder: String
  private let state: Mutex<State>

  /// - Parameter memoryLimit: for all inputs together, in bytes.
  init(folder: String, memoryLimit: Int) {
    self.folder = folder
    state = Mutex(State(room: memoryLimit))
  }

  /// A sink for one input.
  func sink() -> Sink { Sink(self) }

  fileprivate func keep(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> ConvertedBytes.Piece {
    try state.withLock { state throws(SystemError) in
      if bytes.count <= state.room {
        state.room -= bytes.count
        return .memory(Array(bytes))
      }
      state.room = 0
      if state.file == nil { state.file = try TemporaryFile(inFolder: folder) }
      try state.file?.append(bytes)
      defer { state.size += bytes.count }
      return .file(offset: state.size, count: bytes.count)
    }
  }

  fileprivate func reading() throws(SystemError) -> InputFile? {
    try state.withLock { state throws(SystemError) in try state.file?.reading() }
  }

  /// Takes the passages of one input.
  final class Sink: CalendarSink {
    private let spool: ConversionSpool
    private var passages: [Int: [ConvertedBytes.Piece]] = [:]

    init(_ spool: ConversionSpool) { self.spool = spool }

    func append(_ bytes: ArraySlice<UInt8>, toPassage number: Int) throws(ICalendarError) {
      guard !bytes.isEmpty else { return }
      do throws(SystemError) {
        passages[number, default: []].append(try spool.keep(bytes))
      } catch {
        throw .unreadable(reason: error.reason)
      }
    }

    /// All of it, in order.
    func finish() throws(SystemError) -> ConvertedBytes {
      let pieces = passages.sorted { $0.key < $1.key }.flatMap(\.value)
      return ConvertedBytes(pieces, in: try spool.reading())
    }
  }
}

extension InputTree {
  /// The tree with other inputs.
  package func with(_ inputs: [Input]) -> InputTree {
    var tree = self
    tree.inputs = inputs
    return tree
  }

  /// An input with the same names, path and version that reads as other iCalendar.
  ///
  /// - Parameter write: hands on the bytes, piece by piece.
  package func input<E: Error>(
    like input: Input, writtenBy write: ((ArraySlice<UInt8>) throws(StoreError) -> Void) throws(E) -> Void
  ) throws(E) -> Result<Input, StoreError> {
    let sink = spool.sink()
    func failure(_ reason: String) -> StoreError { StoreError(.unreadable, path: input.name, reason: reason) }
    try write { (bytes) throws(StoreError) in
      do throws(ICalendarError) {
        try sink.append(bytes, toPassage: 0)
      } catch {
        throw failure("\(error)")
      }
    }
    do throws(SystemError) {
      var result = Input(
        name: input.name, relativePath: input.relativePath, fileName: input.fileName, folder: input.folder,
        limits: input.limits,
        content: .converted(try sink.finish(), path: input.path, version: input.version), format: input.format
      )
      result.isPartial = input.isPartial
      return .success(result)
    } catch {
      return .failure(failure(error.reason))
    }
  }
}

/// The iCalendar that was made of one input.
struct ConvertedBytes: Sendable {
  enum Piece: Sendable {
    case memory([UInt8])
    case file(offset: Int, count: Int)

    var count: Int {
      switch self {
      case .memory(let bytes): bytes.count
      case .file(_, let count): count
      }
    }
  }

  private let pieces: [Piece]
  /// Where each piece begins.
  private let starts: [Int]
  private let file: InputFile?
  let size: Int

  /// Bytes in memory.
  init(_ bytes: [UInt8]) { self.init([.memory(bytes)], in: nil) }

  fileprivate init(_ pieces: [Piece], in file: InputFile?) {
    var starts: [Int] = []
    var size = 0
    for piece in pieces {
      starts.append(size)
      size += piece.count
    }
    (self.pieces, self.starts, self.file, self.size) = (pieces, starts, file, size)
  }

  /// Appends `count` bytes from `offset` on; fewer at the end.
  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(SystemError) {
    var (offset, rest) = (offset, min(count, size - offset))
    var index = piece(at: offset)
    while rest > 0, index < pieces.count {
      let from = offset - starts[index]
      let taken = min(rest, pieces[index].count - from)
      switch pieces[index] {
      case .memory(let content): bytes += content[from..<from + taken]
      case .file(let start, _): try file?.read(taken, at: start + from, into: &bytes)
      }
      offset += taken
      rest -= taken
      index += 1
    }
  }

  /// The index of the last piece that begins at or before `offset`.
  private func piece(at offset: Int) -> Int {
    max(0, starts.partitionPoint { $0 <= offset } - 1)
  }
}
