/// The name of an element or attribute: without prefix, and the namespace, which is empty for one in none.
package struct XMLName: Sendable, Hashable {
  /// The name without its prefix.
  public let local: String
  /// A URI.
  public let namespace: String
}

/// The events found in a piece of an XML text, stored flat: their texts are in one array, and each name is
/// stored once. An ``XMLEvent`` is created on access.
package struct XMLEvents: Sendable, RandomAccessCollection {
  /// An event whose name and text are stored elsewhere.
  public struct Entry: Sendable {
    /// The kinds of events.
    public enum Kind: UInt8, Sendable { case begin, attribute, text, end }

    /// The kind of the event.
    public let kind: Kind
    /// The number of its name, for a beginning or an attribute.
    public let name: UInt32
    /// The line of a beginning, counted from 1.
    public let line: UInt32
    fileprivate let start: UInt32
    fileprivate var end: UInt32
  }

  /// The names that its entries have.
  public private(set) var names: [XMLName] = []
  private var entries: [Entry] = []
  private var texts: [UInt8] = []
  /// The bytes of the names as Expat has them, and where each ends.
  private var nameBytes: [UInt8] = []
  private var nameEnds: [Int] = []
  /// Of each slot the number of a name and one more; 0 where there is none.
  private var slots = [UInt8](repeating: 0, count: 256)
  /// Of so many names it is known that they are there; others get a number each time, so that no input makes
  /// looking for them long.
  private static let most = 128

  /// None.
  public init() {}

  /// The index of the first event.
  public var startIndex: Int { 0 }
  /// The index behind the last event.
  public var endIndex: Int { entries.count }

  /// An event with its name and its text, which are copied; see ``entry(_:)`` for one without.
  public subscript(index: Int) -> XMLEvent {
    let entry = entries[index]
    switch entry.kind {
    case .begin:
      let name = names[Int(entry.name)]
      return .begin(name: name.local, namespace: name.namespace, line: Int(entry.line))
    case .attribute:
      let name = names[Int(entry.name)]
      let value = String(decoding: text(of: entry), as: UTF8.self)
      return .attribute(name: name.local, namespace: name.namespace, value: value)
    case .text: return .text(Array(text(of: entry)))
    case .end: return .end
    }
  }

  /// The event without its text.
  public func entry(_ index: Int) -> Entry { entries[index] }

  /// The text of an event.
  public func text(of entry: Entry) -> ArraySlice<UInt8> { texts[Int(entry.start)..<Int(entry.end)] }

  // MARK: Adding

  /// Takes everything out.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    guard !names.isEmpty else { return }
    names.removeAll(keepingCapacity: true)
    nameBytes.removeAll(keepingCapacity: true)
    nameEnds.removeAll(keepingCapacity: true)
    slots = [UInt8](repeating: 0, count: 256)
  }

  mutating func begin(_ name: Span<UInt8>, line: Int) {
    let number = number(of: name)
    entries.append(Entry(kind: .begin, name: number, line: UInt32(clamping: line), start: 0, end: 0))
  }

  mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    let number = number(of: name)
    let start = texts.count
    append(value)
    entries.append(
      Entry(
        kind: .attribute, name: number, line: 0, start: UInt32(truncatingIfNeeded: start),
        end: UInt32(truncatingIfNeeded: texts.count)))
  }

  mutating func end() { entries.append(Entry(kind: .end, name: 0, line: 0, start: 0, end: 0)) }

  /// Texts that follow each other become one.
  mutating func text(_ text: Span<UInt8>) {
    let start = UInt32(truncatingIfNeeded: texts.count)
    append(text)
    let end = UInt32(truncatingIfNeeded: texts.count)
    if entries.last?.kind == .text {
      entries[entries.count - 1].end = end
    } else {
      entries.append(Entry(kind: .text, name: 0, line: 0, start: start, end: end))
    }
  }

  private mutating func append(_ text: Span<UInt8>) {
    texts.append(addingCapacity: text.count) { output in
      for index in text.indices { output.append(text[index]) }
    }
  }

  /// The number of a name, `namespace name` or `name`, which gets one where it has none.
  private mutating func number(of name: Span<UInt8>) -> UInt32 {
    var slot = slot(of: name)
    while slots[slot] != 0 {
      if isName(Int(slots[slot]) - 1, name) { return UInt32(slots[slot]) - 1 }
      slot = (slot + 1) & 255
    }
    for index in name.indices { nameBytes.append(name[index]) }
    nameEnds.append(nameBytes.count)
    names.append(Self.parts(nameBytes[(nameBytes.count - name.count)...]))
    if names.count <= Self.most { slots[slot] = UInt8(names.count) }
    return UInt32(truncatingIfNeeded: names.count - 1)
  }

  /// Where to look for a name first. What tells names apart stands at their end.
  private func slot(of name: Span<UInt8>) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for index in Swift.max(0, name.count - 16)..<name.count {
      hash = (hash ^ UInt32(name[index])) &* 0x0100_0193
    }
    return Int(hash ^ hash >> 15) & 255
  }

  private func isName(_ number: Int, _ name: Span<UInt8>) -> Bool {
    let start = number == 0 ? 0 : nameEnds[number - 1]
    guard nameEnds[number] - start == name.count else { return false }
    for index in name.indices where nameBytes[start + index] != name[index] { return false }
    return true
  }

  private static func parts(_ name: ArraySlice<UInt8>) -> XMLName {
    let parts = name.split(separator: separator, maxSplits: 1)
    let local = parts.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    return XMLName(
      local: local, namespace: parts.count == 2 ? String(decoding: parts[0], as: UTF8.self) : "")
  }

  /// Between a namespace and a name.
  static let separator = UInt8(ascii: " ")
}
