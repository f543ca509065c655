internal import Dispatch
internal import Synchronization

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
