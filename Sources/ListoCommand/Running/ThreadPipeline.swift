internal import Listo
internal import Platform

/// Spreads a merge over the machine's cores.
struct ThreadPipeline: Pipeline {
  func run<Input: Sendable, Output: Sendable, Failure: Error>(
    next: () throws(Failure) -> Input?, transform: @escaping @Sendable (Input) -> Output,
    consume: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    try OrderedPipeline.run(threads: Writing.threads, next: next, transform: transform, consume: consume)
  }
}
