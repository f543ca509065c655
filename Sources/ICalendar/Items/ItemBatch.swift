/// The next element of an input. The bytes of all items, joined, are the input.
public enum Item: Sendable {
  /// A calendar begins: its `BEGIN` and the properties before its first component.
  case open(Component)
  /// Properties of the open calendar that come after its first component.
  case properties(Component)
  /// A component directly in a calendar, or outside all calendars.
  case component(Component)
  /// Other bytes: empty lines, text between calendars, content that is too large to parse.
  case other(ArraySlice<UInt8>)
  /// The calendar's `END`.
  case close(ArraySlice<UInt8>)
  /// A problem with the next item, or with the one before. It has no bytes.
  case problem(Diagnostic)

  /// The item's bytes in the input.
  public var bytes: ArraySlice<UInt8> {
    switch self {
    case .open(let component), .properties(let component), .component(let component): component.bytes
    case .other(let bytes), .close(let bytes): bytes
    case .problem: []
    }
  }
}

/// One item by its place in a ``Block``.
struct ItemSpan: Sendable {
  enum Kind: UInt8, Sendable { case open, properties, component, other, close, problem }
  var kind: Kind
  var bytes: Range<Int>
  /// Its node; for a problem, the index of its diagnostic; else -1.
  var node: Int
}

/// Items that were read together and share their bytes: the unit in which work is handed to the cores.
public struct ItemBatch: Sendable, RandomAccessCollection {
  let block: Block
  let spans: [ItemSpan]
  let problems: [Diagnostic]
  /// The indices of the batch's bytes in ``bytes``.
  public let content: Range<Int>
  /// The offset of the batch in the input, in bytes.
  public let offset: Int
  /// The number of its first line in the input.
  public let firstLine: Int

  /// 0: items are counted from it.
  public var startIndex: Int { 0 }
  /// The number of items.
  public var endIndex: Int { spans.count }

  /// Every byte of the batch, at the indices of ``content``; those before it mean nothing.
  public var bytes: [UInt8] { block.bytes }

  /// The number to add to an index in ``bytes`` to get the offset of that byte in the input.
  public var shift: Int { offset - content.lowerBound }

  /// A carriage return alone ends a line: see ``Component/returnsEndLines``.
  package var returnsEndLines: Bool { block.lineEnd == .carriageReturn }

  /// The kind of an item, without a value made of it.
  public enum Kind: Sendable, Hashable {
    case open, properties, component(ComponentKind), other, close, problem
  }

  /// Returns the kind of the item at a position.
  public func kind(at position: Int) -> Kind {
    let span = spans[position]
    return switch span.kind {
    case .open: .open
    case .properties: .properties
    case .component: .component(block.nodes[span.node].kind)
    case .other: .other
    case .close: .close
    case .problem: .problem
    }
  }

  /// The number of components in the batch, including nested ones.
  public var componentCount: Int { block.nodes.count }

  /// The indices of an item's bytes in ``bytes``.
  public func extent(at position: Int) -> Range<Int> { spans[position].bytes }

  /// ``Component/lineNumber`` of the component there.
  package func lineNumber(at position: Int) -> Int { Int(block.nodes[spans[position].node].number) }

  /// The component there; nil for any other item.
  public func component(at position: Int) -> Component? {
    let span = spans[position]
    return span.kind == .component ? Component(block: block, node: span.node) : nil
  }

  /// The item at a position: a view, without a copy of its bytes.
  public subscript(position: Int) -> Item {
    let span = spans[position]
    switch span.kind {
    case .open: return .open(Component(block: block, node: span.node))
    case .properties: return .properties(Component(block: block, node: span.node))
    case .component: return .component(Component(block: block, node: span.node))
    case .other: return .other(block.bytes[span.bytes])
    case .close: return .close(block.bytes[span.bytes])
    case .problem: return .problem(problems[span.node])
    }
  }
}

extension ItemBatch {
  /// The number of the first content line with bytes that are not UTF-8; nil if there is none.
  ///
  /// - Complexity: linear in the batch's bytes; much faster for ASCII.
  public var firstInvalidLine: Int? {
    let bytes = block.bytes
    guard UTF8Check.firstInvalid(in: bytes.span, content) != nil else { return nil }
    let lines = block.lines
    var number = firstLine
    for index in lines.indices.dropLast() {
      let line = LineEnds.Extent(index, of: lines.span, in: bytes.span)
      defer { number += line.folds + 1 }
      // A character may be cut by a fold (RFC 5545 §3.1 allows it), so the line is judged unfolded.
      guard UTF8Check.firstInvalid(in: bytes.span, line.start..<line.contentEnd) != nil else { continue }
      let text = Folding.unfold(bytes[line.start..<line.contentEnd], block.lineEnd)
      if UTF8Check.firstInvalid(in: text.span, text.indices) != nil { return number }
    }
    return nil
  }

  /// A Diagnostic for each line inside of its components from which no property can be read.
  ///
  /// - Complexity: linear in the batch's bytes.
  public var malformedLines: [Diagnostic] { Self.malformed(walk(Self.nothing)) }

  /// Returns the malformed lines among lines that were walked already.
  public static func malformed(_ lines: WalkedLines) -> [Diagnostic] {
    lines.malformed.map {
      Diagnostic(.warning, .malformedLine, line: $0, "this is not a content line; it is kept unchanged")
    }
  }

  private static let nothing = PropertySelection([])
}
