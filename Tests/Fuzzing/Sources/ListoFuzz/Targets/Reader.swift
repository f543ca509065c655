import Listo

/// The bytes of all items are the input, and the items are the same, however the input is cut into blocks.
@Sendable func fuzzReader(_ input: [UInt8]) {
  let whole = items(input, ReadingLimits(blockBytes: 1 << 20))
  expect(whole.flatMap(\.bytes) == input, "whole: the bytes of all items are not the input")
  let known = landmarks(whole)
  for block in [1, 2 + Int(input.first ?? 0)] {
    let cut = items(input, ReadingLimits(blockBytes: block))
    expect(cut.flatMap(\.bytes) == input, "block of \(block): the bytes of all items are not the input")
    expect(landmarks(cut) == known, "block of \(block): other items:", "\(landmarks(cut)) and \(known)")
  }
  // Items that are too large or too deep pass unread, and no byte is lost with them.
  let limits = ReadingLimits(itemBytes: 1 + Int(input.last ?? 0), nesting: 1, blockBytes: 16)
  expect(
    items(input, limits).flatMap(\.bytes) == input, "small limits: the bytes of all items are not the input")
  // Lines that are found where each block is alone are those that are found in one go.
  for block in [3 + 2 * Int(input.last ?? 0), 1 << 20] {
    let limits = ReadingLimits(itemBytes: 1 << 10, blockBytes: block)
    expect(
      (try? BatchTrace.of(input, limits, findingLines: true))
        == (try? BatchTrace.of(input, limits, findingLines: false)),
      "block of \(block): other lines where they are found before")
  }
  for item in whole {
    guard case .component(let component) = item else { continue }
    look(at: component)
    let own = component.detached()
    expect(own.bytes.elementsEqual(component.bytes), "a detached component has other bytes")
    expect(
      own.properties.map(\.lineNumber) == component.properties.map(\.lineNumber),
      "a detached component has other lines")
  }
}

/// Every item of an input that is in memory.
func items(_ input: [UInt8], _ limits: ReadingLimits = ReadingLimits()) -> [Item] {
  var reader = ItemReader(input, limits: limits)
  var result: [Item] = []
  do throws(ICalendarError) {
    while let item = try reader.next() { result.append(item) }
  } catch {
    broken("memory cannot be read")
  }
  return result
}

/// The components among them, those that stand directly in a calendar or in none.
func components(_ items: [Item]) -> [Component] {
  items.compactMap { if case .component(let component) = $0 { component } else { nil } }
}

/// Something that must not depend on how an input is cut: a component or property with its place.
private struct Landmark: Equatable {
  var name: String
  var line: Int
  var bytes: ArraySlice<UInt8> = []

  init(_ name: String, _ component: Component) {
    (self.name, line, bytes) = (name, component.lineNumber, component.bytes)
    if !component.isComplete { self.name += ", incomplete" }
  }

  init(_ property: Property) {
    (name, line, bytes) = (property.name, property.lineNumber, property.bytes)
  }

  init(_ name: String, line: Int) { (self.name, self.line) = (name, line) }
}

private func landmarks(_ items: [Item]) -> [Landmark] { items.flatMap(landmarks(of:)) }

private func landmarks(of item: Item) -> [Landmark] {
  switch item {
  case .open(let header): [Landmark("open", header)]
  case .properties(let lines): lines.properties.map(Landmark.init)
  case .component(let component): [Landmark(component.name, component)]
  case .other: []
  case .close: [Landmark("close", line: 0)]
  // Where text outside of a calendar is cut, its announcement may repeat; a NUL byte is told with its block.
  case .problem(let problem) where problem.code == .strayText || problem.code == .nulByte: []
  case .problem(let problem): [Landmark(problem.code.rawValue, line: problem.line ?? 0)]
  }
}

/// Asks a component for everything that it can tell.
func look(at component: Component) {
  var lines = component.lineNumber
  for property in component.properties {
    expect(property.lineNumber >= lines, "line numbers do not rise")
    lines = property.lineNumber
    _ = (property.name, property.text, property.texts, property.parameters, property.parameterProblem)
    _ = try? property.moments()
    expect(property.value.count <= property.bytes.count, "a value is longer than its line")
  }
  for child in component.children { look(at: child) }
}
