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

/// Calls that wait for the disk and take no time of a core, made side by side on many more threads than there
/// are cores.
enum WaitingThreads {
  /// The outputs of a call for each element, in their order; a single element is done on the calling thread.
  static func map<Element: Sendable, Output: Sendable>(
    _ elements: [Element], _ call: @escaping @Sendable (Element) -> Output
  ) -> [Output] {
    guard elements.count > 1 else { return elements.map(call) }
    let count = min(most, elements.count)
    let parts = Mutex<[Int: [Output]]>([:])
    let group = DispatchGroup()
    for lane in 0..<count {
      let part = elements[(elements.count * lane / count)..<(elements.count * (lane + 1) / count)]
      DispatchQueue.waiting.async(group: group) {
        let outputs = part.map(call)
        parts.withLock { $0[lane] = outputs }
      }
    }
    group.wait()
    return parts.withLock { parts in (0..<count).flatMap { parts[$0] ?? [] } }
  }

  private static let most = 50
}

extension DispatchQueue {
  /// For calls that wait. A serial queue gets a thread of its own at once; a concurrent one gets no more than
  /// there are cores.
  static var waiting: DispatchQueue { DispatchQueue(label: "listo.waiting") }
}

/// A thread on which one thing is done after the other, in the order in which they were asked for.
package final class SerialThread: Sendable {
  private let queue = DispatchQueue(label: "listo.serial")

  /// One that has nothing to do yet.
  package init() {}

  /// Returns at once.
  package func perform(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  /// Waits until all is done that was asked for.
  package func wait() { queue.sync {} }
}
