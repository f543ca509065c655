import ICalendar
import Listo

/// The laws of merging over two halves of the input: order and repetition change nothing, and nothing is made up.
@Sendable func fuzzMerge(_ input: [UInt8]) {
  // At a mark that no mutation of one half breaks by accident, else in the middle.
  let middle = half(input)
  let (a, b) = (Array(input[..<middle]), Array(input[middle...]))
  for options in [MergeOptions(), MergeOptions(keepsLists: true)] {
    guard let once = merged([a], options) else { continue }
    if let twice = merged([a, a], options) {
      expect(twice == once, "a merged with itself is another:", difference(twice, once))
    }
    guard let both = merged([a, b], options), let turned = merged([b, a], options) else { continue }
    expect(both == turned, "another order, another result:", difference(both, turned))
    if let again = merged([both], options) {
      expect(again == both, "merged again, a result is another:", difference(again, both))
    }
    if let more = merged([both, b], options) {
      expect(more == both, "merged with an input, a result is another:", difference(more, both))
    }
  }
}

private func half(_ input: [UInt8]) -> Int {
  let mark = Array("----\n".utf8)
  if input.count >= mark.count {
    for start in 0...input.count - mark.count where input[start..<start + mark.count].elementsEqual(mark) {
      return start + mark.count
    }
  }
  return input.count / 2
}

/// Nil where an input cannot be read.
private func merged(_ inputs: [[UInt8]], _ options: MergeOptions) -> [UInt8]? {
  let named = inputs.enumerated().map { MemoryInput(name: "\($0.offset)", listName: "list", $0.element) }
  guard let plan = try? Merge.plan(named, options: options) else { return nil }
  var output: [UInt8] = []
  do {
    try plan.write { output += $0 }
    var rejects: [UInt8] = []
    _ = try plan.writeRejects { rejects += $0 }
    try plan.forEachDecision { _ = $0 }
  } catch {
    broken("a plan cannot be written:", "\(error)")
  }
  return output
}

private func difference(_ left: [UInt8], _ right: [UInt8]) -> String {
  "\n" + String(decoding: left, as: UTF8.self) + "\n---- and\n" + String(decoding: right, as: UTF8.self)
}
