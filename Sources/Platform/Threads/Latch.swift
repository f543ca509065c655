private import CProcessor
private import Dispatch
private import Synchronization

/// Opens once, and lets through who waits for it.
///
/// Who waits looks a while before it sleeps: most of what threads wait for here is there within some
/// microseconds, and to be woken takes longer; the system also puts who is woken beside who woke it, while
/// another core has nothing to do (up to 8 of a filter's 40 ms).
final class Latch: Sendable {
  /// About 30 µs.
  private static var looks: Int { 1000 }

  private let isOpen = Atomic(false)
  private let semaphore = DispatchSemaphore(value: 0)

  /// It was opened: a thread that it lets through sees everything written before.
  var wasOpened: Bool { isOpen.load(ordering: .acquiring) }

  /// To be called once.
  func open() {
    isOpen.store(true, ordering: .releasing)
    semaphore.signal()
  }

  /// To be called by one thread.
  func wait() {
    for _ in 0..<Self.looks {
      if wasOpened { return }
      cprocessor_pause()
    }
    semaphore.wait()
  }
}
