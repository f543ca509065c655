import ListoTestSupport
import Platform
import Synchronization
import Testing

@Suite struct OrderedPipelineTests {
  private struct Stop: Error {}

  /// More than there are cores, and no more than was asked for.
  @Test(arguments: [2, 5, 24])
  func soManyAreUnderWayAtOnce(width: Int) {
    let barrier = Barrier(width)
    var (begun, handed, most) = (0, 0, 0)
    OrderedPipeline.run(atOnce: width) { () throws(Never) -> Int? in
      guard begun < width * 4 else { return nil }
      begun += 1
      most = max(most, begun - handed)
      return begun
    } transform: { number in
      (number, barrier.pass())
    } consume: { (output: (Int, Bool)) throws(Never) in
      handed += 1
      #expect(output.0 == handed && output.1)
    }
    #expect(handed == width * 4)
    #expect(barrier.most == width)
    #expect(most == width, "no more than that are begun before one is handed on")
  }

  @Test func oneAtATimeIsDoneByWhoAsks() {
    var rest = Array(0..<5)[...]
    var steps: [String] = []
    OrderedPipeline.run(atOnce: 1) { () throws(Never) -> Int? in
      let next = rest.popFirst()
      if let next { steps.append("take \(next)") }
      return next
    } transform: {
      $0
    } consume: { (number: Int) throws(Never) in
      steps.append("hand on \(number)")
    }
    #expect(steps == (0..<5).flatMap { ["take \($0)", "hand on \($0)"] })
  }

  /// Work that is under way then is waited for, and nothing more is begun.
  @Test(arguments: [1, 3, 8])
  func anErrorEndsTheWork(width: Int) {
    let begun = Atomic(0)
    var handed: [Int] = []
    #expect(throws: Stop.self) {
      try OrderedPipeline.run(atOnce: width) { () throws(Stop) -> Int? in
        begun.wrappingAdd(1, ordering: .relaxed).newValue
      } transform: {
        $0
      } consume: { (number: Int) throws(Stop) in
        if number == 10 { throw Stop() }
        handed.append(number)
      }
    }
    #expect(handed == Array(1..<10))
    #expect(begun.load(ordering: .relaxed) <= 9 + width)
  }

  @Test(arguments: [0, 1, 2, 4])
  func workOfACoreKeepsItsOrder(threads: Int) {
    let numbers = Array(0..<1000)
    #expect(OrderedPipeline.map(numbers, threads: threads) { $0 * 10 } == numbers.map { $0 * 10 })
  }
}
