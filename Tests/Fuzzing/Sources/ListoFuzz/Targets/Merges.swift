@testable import Listo
@testable import ListoModel

/// The laws of merging over two halves of the input: order and repetition change nothing, and nothing is made
/// up.
@Sendable func fuzzMerge(_ input: [UInt8]) {
  let (a, b) = halves(input)
  for options in [MergeOptions(), MergeOptions(lists: .apart)] {
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

/// The input cut at a mark that no mutation of one half breaks by accident, else in the middle.
func halves(_ input: [UInt8]) -> ([UInt8], [UInt8]) {
  let mark = Array("----\n".utf8)
  var middle = input.count / 2
  if input.count >= mark.count {
    let starts = 0...input.count - mark.count
    let start = starts.first { input[$0..<$0 + mark.count].elementsEqual(mark) }
    if let start { middle = start + mark.count }
  }
  return (Array(input[..<middle]), Array(input[middle...]))
}

/// Nil where an input cannot be read.
func merged(_ inputs: [[UInt8]], _ options: MergeOptions) -> [UInt8]? {
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
