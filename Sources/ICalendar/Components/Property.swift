/// A property: one content line (RFC 5545 §3.1), read from the bytes it was found in.
public struct Property: Sendable {
  let block: Block
  let line: ContentLine

  init(block: Block, line: ContentLine) {
    (self.block, self.line) = (block, line)
  }

  /// Which property it is; ``PropertyID/other`` for a name that is not in the table, ``PropertyID/malformed``
  /// for no content line.
  public var id: PropertyID { line.property }

  /// The physical line of the input where it begins, counted from 1.
  public var lineNumber: Int { Int(line.number) }

  /// The bytes of the property as they are in the input: folded, with the line end.
  public var bytes: ArraySlice<UInt8> {
    block.bytes[Int(line.start)..<Int(line.end)]
  }

  /// The line without its end; still folded.
  var content: ArraySlice<UInt8> {
    block.bytes[Int(line.start)..<Int(line.contentEnd)]
  }

  /// The unfolded line, without its end. It shares the input's bytes if nothing was folded.
  public var unfolded: ArraySlice<UInt8> {
    line.flags.contains(.folded) ? Folding.unfold(content, block.lineEnd)[...] : content
  }

  /// The name in upper case; empty for a malformed line.
  public var name: String {
    let known = id.name
    if !known.isEmpty { return known }
    guard id == .other else { return "" }
    let length = Int(line.nameLength)
    var name = Folding.unfold(content.prefix(length), block.lineEnd)[...]
    if name.starts(with: NameReading.byteOrderMark) { name = name.dropFirst(3) }
    return String(decoding: name, as: UTF8.self).uppercased()
  }

  /// The value as raw octets: unfolded, not decoded.
  ///
  /// - Complexity: O(1) for a line without parameters and folds, else linear in the line.
  @inline(__always)
  public var value: ArraySlice<UInt8> {
    if line.flags.isEmpty && line.nameLength > 0 {
      return content.dropFirst(Int(line.nameLength) + 1)
    }
    let unfolded = self.unfolded
    guard line.property != .malformed else { return unfolded }
    return unfolded[ParameterSyntax.valueStart(unfolded)...]
  }

  /// The value as text, without decoding; bytes that are not UTF-8 become U+FFFD.
  public var rawText: String { String(decoding: value, as: UTF8.self) }

  /// For a `BEGIN` line: the component's name, trimmed, its ASCII letters in upper case; any octets, as they
  /// stand there.
  var beginName: [UInt8] {
    var name: [UInt8] = []
    let behindColon = content.dropFirst(Int(line.nameLength)).drop { $0 != 0x3A }.dropFirst()
    for byte in behindColon { ComponentKind.append(byte, toName: &name) }
    return name
  }

  /// The parameters in their order (RFC 5545 §3.2).
  public var parameters: [Parameter] {
    guard line.flags.contains(.parameters) else { return [] }
    return ParameterSyntax.parameters(unfolded)
  }

  /// The first parameter with this name, in any case.
  public func parameter(_ name: String) -> Parameter? {
    guard line.flags.contains(.parameters) else { return nil }
    return parameters.first { $0.name == name.uppercased() }
  }
}

extension Property {
  /// The offsets of its bytes.
  var extent: Range<Int> { Int(line.start)..<Int(line.end) }
}

/// A parameter of a property (RFC 5545 §3.2).
public struct Parameter: Sendable, Hashable {
  /// The name in upper case.
  public var name: String
  /// Its values, decoded by RFC 6868, without quotation marks.
  public var values: [String]

  /// A parameter of this name, in upper case, with its values, decoded.
  public init(name: String, values: [String]) {
    (self.name, self.values) = (name, values)
  }

  /// The first value; empty if there is none.
  public var value: String { values.first ?? "" }
}
