private import CSystem
private import Synchronization

/// The heap of the process.
package enum Heap {
  /// Keeps the memory of buffers that are freed for the next ones, up to 8 MB in each thread: by itself glibc
  /// gives what is larger than 128 KB back to the system at once, which then fills the next buffer with
  /// zeros, page by page. And asks for 1 MB at a time, not 128 KB: each time all threads wait.
  package static func keepFreedBuffers() {
    csystem_keep_freed(4 << 20, 8 << 20, 1 << 20)
  }

  private static let left = Mutex<(any Sendable)?>(nil)

  /// Leaves a value in memory until the process ends, or another takes its place: to free 50,000 reminders
  /// one by one takes 10 ms at the end of a command, and the system takes all back at once.
  package static func leave(_ value: some Sendable) {
    // The earlier value is freed outside of the lock.
    _ = left.withLock { left in
      defer { left = value }
      return left
    }
  }

  /// Gives the system back what is free now: it takes about a millisecond.
  package static func giveBack() { csystem_give_back() }
}
