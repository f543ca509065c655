internal import Dispatch
internal import Synchronization

/// Work on a stream, in order, on all cores, where each block stays on the thread that read it: the threads
/// take turns at what must be done in order, reading and joining, and do the rest side by side. That spares
/// the way of each block from one core to another, which costs as much as some of the work on it.
package struct OrderedLanes<
  Source: Sendable, Block: Sendable, State: Sendable, Input: Sendable, Output: Sendable
>: Sendable {
  /// Reads the next block, nil at the end; called on any thread, in order.
  let read: @Sendable (inout Source) -> Block?
  /// Does the part of the work that needs a block alone; called on any thread.
  let prepare: @Sendable (inout Block) -> Void
  /// The inputs that a block makes with those before it, nil for the end; nil where nothing more is needed.
  /// Called on any thread, in order. It may take the block, which nobody else holds then.
  let join: @Sendable (inout State, inout Block?) -> [Input]?
  /// Called on any thread.
  let transform: @Sendable (Input) -> Output

  package init(
    read: @escaping @Sendable (inout Source) -> Block?, prepare: @escaping @Sendable (inout Block) -> Void,
    join: @escaping @Sendable (inout State, inout Block?) -> [Input]?,
    transform: @escaping @Sendable (Input) -> Output
  ) {
    (self.read, self.prepare, self.join, self.transform) = (read, prepare, join, transform)
  }

  /// - Parameters:
  ///   - threads: how many threads there are, the calling one among them.
  ///   - consume: called on the calling thread, in order; false where nothing more is needed.
  /// - Returns: what became of the state. Where nothing more was needed, the last of what was made before may
  ///   be left out.
  /// - Throws: what `consume` throws; what is under way is waited for, a block that is being read too.
  package func run<Failure: Error>(
    threads: Int, _ source: Source, _ state: State, consume: (Output) throws(Failure) -> Bool
  ) throws(Failure) -> State {
    let work = LaneWork(self, source, state, window: threads * 2)
    var (blocks, helpers) = (0, 0)
    // Where there is only one block, another thread would only take time to be woken.
    func begun() {
      blocks += 1
      while blocks > 1, helpers < threads - 1 {
        helpers += 1
        DispatchQueue.global().async {
          repeat { work.room.wait() } while work.step()
        }
      }
    }
    var failure: Failure?
    func take(_ slot: LaneSlot<Output>) {
      slot.done.wait()
      for output in slot.take() where !work.isStopped {
        do throws(Failure) {
          if !(try consume(output)) { work.stop() }
        } catch {
          failure = error
          work.stop()
        }
      }
      work.room.signal()
    }
    while true {
      while let slot = work.firstDone() { take(slot) }
      // Zero is DISPATCH_TIME_NOW, which asks no clock: .now() becomes a time of day, and that may be put
      // back meanwhile.
      if work.room.wait(timeout: DispatchTime(uptimeNanoseconds: 0)) == .timedOut {
        // As much is under way as may be.
        if let slot = work.first() { take(slot) }
        continue
      }
      guard work.step(begun: begun) else { break }
    }
    while let slot = work.first() { take(slot) }
    for _ in 0..<helpers { work.room.signal() }
    if let failure { throw failure }
    return work.state.withLock { $0 }
  }
}

/// The outputs of one block.
private final class LaneSlot<Output: Sendable>: Sendable {
  private let outputs = Mutex<[Output]>([])
  /// Open when the outputs are there, and when the next block may be joined.
  let done = Latch()
  let joined = Latch()

  func finish(_ made: [Output]) {
    outputs.withLock { $0 = made }
    done.open()
  }

  func take() -> [Output] {
    outputs.withLock { outputs in
      defer { outputs = [] }
      return outputs
    }
  }
}

/// The state that the threads share.
private final class LaneWork<
  Source: Sendable, Block: Sendable, State: Sendable, Input: Sendable, Output: Sendable
>: Sendable {
  private struct Front: Sendable {
    var source: Source
    var last: LaneSlot<Output>?
    var isOver = false
  }

  private let lanes: OrderedLanes<Source, Block, State, Input, Output>
  private let front: Mutex<Front>
  let state: Mutex<State>
  /// The blocks that are under way, or done and not taken; in order.
  private let slots = Mutex<[LaneSlot<Output>]>([])
  private let stopped = Atomic(false)
  /// How many more blocks may be under way.
  let room = DispatchSemaphore(value: 0)

  init(
    _ lanes: OrderedLanes<Source, Block, State, Input, Output>, _ source: Source, _ state: State, window: Int
  ) {
    self.lanes = lanes
    front = Mutex(Front(source: source))
    self.state = Mutex(state)
    for _ in 0..<window { room.signal() }
  }

  var isStopped: Bool { stopped.load(ordering: .relaxed) }
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// The next block, from reading it to what comes of it.
  ///
  /// - Parameter begun: called when it is read.
  /// - Returns: false where there is none.
  func step(begun: () -> Void = {}) -> Bool {
    let slot = LaneSlot<Output>()
    var block: Block?
    let previous = front.withLock { front -> LaneSlot<Output>?? in
      guard !front.isOver else { return nil }
      if !isStopped { block = lanes.read(&front.source) }
      front.isOver = block == nil
      defer { front.last = slot }
      slots.withLock { $0.append(slot) }
      return .some(front.last)
    }
    guard let previous else { return false }
    let isLast = block == nil
    if !isLast { begun() }
    if var own = block.take() {
      lanes.prepare(&own)
      block = own
    }
    previous?.joined.wait()
    let inputs = isStopped ? nil : state.withLock { lanes.join(&$0, &block) }
    block = nil
    if inputs == nil { stop() }
    slot.joined.open()
    slot.finish(isStopped ? [] : inputs?.map(lanes.transform) ?? [])
    return !isLast
  }

  /// The oldest slot, if what came of it is there.
  func firstDone() -> LaneSlot<Output>? {
    slots.withLock { slots in
      guard let first = slots.first, first.done.wasOpened else { return nil }
      return slots.removeFirst()
    }
  }

  func first() -> LaneSlot<Output>? {
    slots.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}
