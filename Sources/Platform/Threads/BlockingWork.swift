internal import Dispatch
internal import Synchronization

/// Work that blocks a thread, for callers that must not be blocked.
package enum BlockingWork {
  /// Does work on a thread of its own, outside of Swift's cooperative threads.
  ///
  /// - Parameter onCancel: called if the task is cancelled; it makes the work end soon.
  package static func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, onCancel: @escaping @Sendable () -> Void
  ) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "listo.work").async { continuation.resume(returning: work()) }
      }
    } onCancel: {
      onCancel()
    }
  }

  /// Waits on the calling thread, which must not be one of Swift's cooperative threads, for the result of
  /// asynchronous work.
  package static func wait<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let semaphore = DispatchSemaphore(value: 0)
    let box = Box<Value>()
    Task.detached {
      let value = await work()
      box.value.withLock { $0 = value }
      semaphore.signal()
    }
    while true {
      semaphore.wait()
      if let value = box.value.withLock(\.self) { return value }
    }
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
