internal import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is tidied up when the process is told to end (SIGINT, SIGTERM, SIGHUP): temporary files that have a name, and a line of
/// progress on the terminal.
///
/// A handler may call next to nothing (signal-safety(7)): it finds paths that were written down before, and calls unlink(2) and
/// write(2).
public enum EndingSignals {
  /// A path to be unlinked; its memory is kept for as long as the process lives, so that a handler never reads what was freed.
  @safe private final class Slot: Sendable {
    static let size = 4096
    /// 0: free; 1: being written; 2: to be unlinked; 3: taken by a handler.
    let state = Atomic<Int>(0)
    nonisolated(unsafe) let path = UnsafeMutablePointer<CChar>.allocate(capacity: size)
  }

  /// A process writes one or two files at a time. What has no place here is found by the next writer (``TemporaryName``).
  private static let slots = (0..<16).map { _ in Slot() }
  private static let hasLine = Atomic<Bool>(false)
  private static let erasure: StaticString = "\r\u{1B}[K"

  /// Lets the signals tidy up before they end the process. One that is ignored (nohup) stays so.
  public static func tidyUp() {
    // Made now: a handler must not.
    _ = slots.count + (hasLine.load(ordering: .relaxed) ? 1 : 0)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        EndingSignals.end()
        // Blocked while its handler runs, it ends the process when this returns.
        signal(number, SIG_DFL)
        raise(number)
      }
      if isIgnoring(before) { signal(number, SIG_IGN) }
    }
  }

  private static func isIgnoring(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func end() {
    for slot in slots
    where slot.state.compareExchange(expected: 2, desired: 3, ordering: .acquiring).exchanged {
      _ = unsafe unlink(slot.path)
    }
    if hasLine.load(ordering: .relaxed) { unsafe write(2, erasure.utf8Start, erasure.utf8CodeUnitCount) }
  }

  /// There is a line of progress on the terminal now, or none.
  public static func setLine(_ isThere: Bool) { hasLine.store(isThere, ordering: .relaxed) }

  /// Notes a file that is to be removed when the process is ended; nil where there is no place for it.
  static func add(_ path: String) -> Int? {
    let bytes = path.utf8CString
    guard bytes.count <= Slot.size else { return nil }
    for (index, slot) in slots.enumerated()
    where slot.state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {
      for (offset, byte) in bytes.enumerated() { unsafe slot.path[offset] = byte }
      slot.state.store(2, ordering: .releasing)
      return index
    }
    return nil
  }

  static func remove(_ index: Int?) {
    guard let index else { return }
    // Where a handler has it, the process is ending.
    _ = slots[index].state.compareExchange(expected: 2, desired: 0, ordering: .releasing)
  }
}
