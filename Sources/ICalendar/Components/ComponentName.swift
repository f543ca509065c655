/// The name of a component in a BEGIN or END line.
struct ComponentName {
  let kind: ComponentKind
  /// The name, unfolded, without white space, in upper case, where `kind` does not say it.
  let other: [UInt8]

  @inline(__always)
  init(_ line: LineEnds.Extent, _ nameLength: Int, _ bytes: Span<UInt8>) {
    let start = line.start + nameLength
    // The usual line: a colon, the name, the end.
    if bytes[start] == 0x3A {
      let kind = ComponentKind(bytes, start + 1, line.contentEnd)
      if kind != .other {
        (self.kind, other) = (kind, [])
        return
      }
    }
    let name = Self.read(line, start, bytes)
    kind = ComponentKind(name.span, 0, name.count)
    other = kind == .other ? name : []
  }

  private static func read(_ line: LineEnds.Extent, _ start: Int, _ bytes: Span<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    var index = start
    while index < line.contentEnd, bytes[index] != 0x3A { index += 1 }
    index += 1
    while index < line.contentEnd {
      ComponentKind.append(bytes[index], toName: &name)
      index += 1
    }
    return name
  }

  /// As a message may show it.
  var text: String { kind == .other ? Self.text(other) : kind.name }

  static func text(_ name: [UInt8]) -> String { String(decoding: name.prefix(40), as: UTF8.self) }
}
