internal import ListoStores
internal import Platform

/// The jobs of the library for tasks: on another thread, with progress and cancellation.
enum BackgroundWork {
  /// Does work on another thread.
  ///
  /// - Parameters:
  ///   - progress: called on any thread with the share of the bytes that is read, from 0 to 1.
  ///   - work: reads its inputs with the meter, so that it ends soon after the task is cancelled.
  /// - Throws: the error of the work; ``WorkError/cancelled`` if the task was cancelled before it ended.
  static func run<Value: Sendable>(
    _ progress: @escaping @Sendable (_ fraction: Double) -> Void,
    _ work: @escaping @Sendable (ReadingMeter) throws(WorkError) -> Value
  ) async throws(WorkError) -> Value {
    let meter = ReadingMeter { read, total in
      if total > 0 { progress(min(0.99, Double(read) / Double(total))) }
    }
    let result = await BlockingWork.run {
      Result { () throws(WorkError) in try work(meter) }
    } onCancel: {
      meter.stop()
    }
    if meter.isStopped { throw .cancelled }
    progress(1)
    return try result.get()
  }
}
