internal import Dispatch

/// Pieces of work on the machine's cores, of which each is waited for by who asked for it.
package struct HelpingThreads: Sendable {
  private let queue = DispatchQueue(label: "listo.helping", attributes: .concurrent)

  /// No thread is begun before there is work.
  package init() {}

  /// Begins a piece of work.
  ///
  /// - Returns: what waits for it, to be called once: a piece that no thread has begun is done by the one who
  ///   waits, so that this one works too.
  package func begin<Output: Sendable>(
    _ work: @escaping @Sendable () -> Output
  ) -> @Sendable () -> Output {
    let piece = PieceOfWork(on: queue, work)
    return { piece.take() }
  }
}
