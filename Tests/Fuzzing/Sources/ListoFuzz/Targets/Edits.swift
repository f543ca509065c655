import Listo

/// The requested edits are there, and every other line is the same bytes. The first bytes, up to 16, choose
/// the edit of each property; the input follows them.
@Sendable func fuzzEdits(_ input: [UInt8]) {
  let orders = input.prefix(16)
  for component in components(items(Array(input.dropFirst(16)))) {
    change(component, Array(orders))
    let completed = component.completed()
    expect(completed.isComplete, "completed() leaves it incomplete")
    expect(
      completed.completed().bytes.elementsEqual(completed.bytes), "completed() twice is not completed() once")
    // The END that is missing goes behind what is there, and a line that was cut off gets its end.
    expect(lines(completed) == lines(component), "completed() changes properties")
  }
}

private func change(_ component: Component, _ orders: [UInt8]) {
  let properties = Array(component.properties)
  let added = Array("X-ADDED:value".utf8) + component.lineEnd
  var edits: [Component.Edit] = []
  var expected: [[UInt8]] = []
  for (index, property) in properties.enumerated() {
    switch index < orders.count ? orders[index] % 4 : 3 {
    case 0: edits.append(.remove(property))
    case 1:
      edits.append(.replace(property, added))
      expected.append(Array("X-ADDED:value".utf8))
    default: expected.append(Array(property.unfolded))
    }
  }
  let edited = component.edited(edits)
  let found = edited.properties.map { Array($0.unfolded) }
  expect(found == expected, "other properties than asked for:", "\(texts(found)), not \(texts(expected))")
  expect(
    edited.children.map(\.bytes) == component.children.map(\.bytes), "an edit changes a nested component")
  // An edited component that is written and read again is the same. The first line of a file decides the line
  // end: with a carriage return alone somewhere, a part tells otherwise.
  let bytes = Array(edited.bytes)
  if bytes.indices.contains(where: { bytes[$0] == 0x0D && bytes.dropFirst($0 + 1).first != 0x0A }) { return }
  guard let read = Component(Array(edited.bytes)), edited.kind == component.kind else { return }
  expect(lines(read) == lines(edited), "written and read again, an edited component is another")
}

private func lines(_ component: Component) -> [[UInt8]] { component.properties.map { Array($0.unfolded) } }

private func texts(_ lines: [[UInt8]]) -> [String] { lines.map { String(decoding: $0, as: UTF8.self) } }
