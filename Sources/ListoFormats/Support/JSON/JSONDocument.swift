/// A JSON value that was read whole, flat: its parts stand one behind the other in one array, and their texts
/// in another. A part is known by its place in the array; nothing is made for one that nobody asks for.
///
/// As trees of enumerations, arrays and strings, the values of 100,000 reminders cost a third of the time of
/// reading them.
final class JSONDocument: Sendable {
  /// A part: a value, or the key that stands before one.
  struct Part: Sendable {
    enum Kind: UInt8, Sendable {
      case object, array, string, number, yes, no, null
      /// It was too large, or nested too deep; a Diagnostic said so.
      case omitted
      case key
      /// A key that stood in the object before: its value is that of the first.
      case repeated
    }

    var kind: Kind
    /// Its text stands in the bytes that were read, as it is.
    var isInSource = false
    /// Counted from 1.
    let line: UInt32
    /// Where a text begins; for a container, how many elements or members it has.
    var start: UInt32
    /// Where a text ends.
    var end: UInt32 = 0
    /// The place behind the part and all that stands in it; of a key, that of its value.
    var next: UInt32
  }

  let content: JSONContent

  init(_ content: JSONContent) { self.content = content }

  convenience init(_ parts: [Part], _ texts: [UInt8], source: [UInt8] = []) {
    self.init(JSONContent(parts: parts, texts: texts, source: source))
  }

  // MARK: Parts, as ``JSONContent`` has them

  func kind(_ place: Int) -> Part.Kind { content.kind(place) }
  func line(_ place: Int) -> Int { content.line(place) }
  func count(_ place: Int) -> Int { content.count(place) }
  func bytes(_ place: Int) -> ArraySlice<UInt8> { content.bytes(place) }
  func isText(_ place: Int, _ text: String) -> Bool { content.isText(place, text) }
  func text(_ place: Int) -> String { content.text(place) }
  func string(_ place: Int) -> ArraySlice<UInt8>? { content.string(place) }
  func behind(_ place: Int) -> Int { content.behind(place) }
  func elements(_ place: Int) -> JSONContent.Elements { content.elements(place) }
  func members(_ place: Int) -> JSONContent.Members { content.members(place) }
}

extension JSONDocument {
  /// Makes a document from its front to its end.
  struct Draft: Sendable {
    private var parts: [Part] = []
    /// The texts of the parts, and of one that comes next.
    var texts: [UInt8] = []
    /// Bytes in which other texts of the parts stand as they are.
    private var source: [UInt8] = []
    private var open: [Container] = []
    /// The keys of the objects that are open.
    private var keys: [Key] = []
    /// A key that stands in an object again is one more member.
    var mayRepeat = false
    /// The room that documents mostly take.
    private var usual = (parts: 0, texts: 0)

    /// - Parameters:
    ///   - parts: so many are made room for.
    ///   - texts: so many bytes of text are made room for.
    init(parts: Int = 0, texts: Int = 0) {
      usual = (parts, texts)
      reserve()
    }

    /// One whose keys may repeat, so that each is a member.
    ///
    /// - Parameters:
    ///   - source: bytes in which texts stand as they are (``string(_:line:)``).
    ///   - parts: so many are made room for.
    init(source: [UInt8], parts: Int) {
      self.init(parts: parts)
      self.source = source
      mayRepeat = true
    }

    private struct Key: Sendable {
      let place: Int
      /// Its length, its first and its last byte: most keys differ in these.
      let mark: UInt32
    }

    private struct Container: Sendable {
      let place: Int
      let firstKey: Int
      /// It has one of the tables: the last where it is the innermost.
      var hasTable = false
    }

    /// Of each open object with many keys where these stand.
    private var tables: [[[UInt8]: Int]] = []
    /// As many marks are compared in less time than a table of them is made: a reminder has up to 28 keys.
    private static let few = 32

    /// A container begins.
    mutating func begin(_ kind: Part.Kind, line: Int) {
      open.append(Container(place: parts.count, firstKey: keys.count))
      parts.append(Part(kind: kind, line: UInt32(clamping: line), start: 0, next: 0))
    }

    /// The container that began last ends.
    ///
    /// - Returns: as ``value(_:from:line:)``, and the line where it began.
    @discardableResult
    mutating func end() -> (repeated: ArraySlice<UInt8>?, line: Int) {
      guard let container = open.popLast() else { return (nil, 0) }
      keys.removeLast(keys.count - container.firstKey)
      if container.hasTable { tables.removeLast() }
      parts[container.place].next = UInt32(truncatingIfNeeded: parts.count)
      return (hold(container.place), Int(parts[container.place].line))
    }

    /// A key, whose text stands in ``texts`` from `start` on.
    mutating func key(from start: Int, line: Int) { append(.key, from: start, line: line) }

    /// A value that holds no others; of a text or number the bytes in ``texts`` from `start` on.
    ///
    /// - Returns: the key, where it stood before in the object that holds the value: this is the value that
    ///   counts now.
    @discardableResult
    mutating func value(_ kind: Part.Kind, from start: Int, line: Int) -> ArraySlice<UInt8>? {
      append(kind, from: start, line: line)
      return hold(parts.count - 1)
    }

    private mutating func append(_ kind: Part.Kind, from start: Int, line: Int) {
      append(kind, start..<texts.count, line: line)
    }

    /// Counts a value, which is whole now, among those of the container that holds it.
    @discardableResult
    private mutating func hold(_ value: Int) -> ArraySlice<UInt8>? {
      guard let holder = open.last else { return nil }
      if parts[holder.place].kind == .object {
        let key = value - 1
        if !mayRepeat {
          let mark = mark(key)
          if let known = place(likeKey: key, mark) {
            parts[known].next = UInt32(truncatingIfNeeded: value)
            parts[key].kind = .repeated
            return bytes(key)
          }
          keys.append(Key(place: key, mark: mark))
        }
        parts[key].next = UInt32(truncatingIfNeeded: value)
      }
      parts[holder.place].start += 1
      return nil
    }

    private func mark(_ key: Int) -> UInt32 {
      let (start, end) = (Int(parts[key].start), Int(parts[key].end))
      guard start < end else { return 0 }
      return UInt32(truncatingIfNeeded: end - start) << 16 | UInt32(texts[start]) << 8
        | UInt32(texts[end - 1])
    }

    private func bytes(_ place: Int) -> ArraySlice<UInt8> {
      let range = Int(parts[place].start)..<Int(parts[place].end)
      return parts[place].isInSource ? source[range] : texts[range]
    }

    /// The key of the innermost object that says the same.
    ///
    /// - Complexity: O(1).
    private mutating func place(likeKey key: Int, _ mark: UInt32) -> Int? {
      let innermost = open.count - 1
      let first = open[innermost].firstKey
      guard keys.count - first >= Self.few else {
        for index in first..<keys.count where keys[index].mark == mark && areSame(keys[index].place, key) {
          return keys[index].place
        }
        return nil
      }
      // The table holds copies, so that texts go on being appended in their place.
      if !open[innermost].hasTable {
        open[innermost].hasTable = true
        tables.append([:])
        for key in keys[first...] { tables[tables.count - 1][Array(bytes(key.place))] = key.place }
      }
      let name = Array(bytes(key))
      if let known = tables[tables.count - 1][name] { return known }
      tables[tables.count - 1][name] = key
      return nil
    }

    private func areSame(_ left: Int, _ right: Int) -> Bool {
      let (start, other) = (Int(parts[left].start), Int(parts[right].start))
      let count = Int(parts[left].end) - start
      guard Int(parts[right].end) - other == count else { return false }
      var index = 0
      while index < count {
        if texts[start + index] != texts[other + index] { return false }
        index += 1
      }
      return true
    }

    /// Takes out what stands in the outermost container and is not whole: what comes from now on is left out.
    mutating func cut() {
      guard let outermost = open.first else { return }
      if open.count > 1 {
        parts.removeLast(parts.count - open[1].place)
        keys.removeLast(keys.count - open[1].firstKey)
        tables.removeLast(open[1...].count(where: \.hasTable))
        open.removeLast(open.count - 1)
      }
      if parts.count > outermost.place + 1, parts.last?.kind == .key { parts.removeLast() }
    }

    /// Copies a value of another document.
    mutating func copy(_ document: JSONDocument, _ place: Int) {
      let kind = document.kind(place)
      switch kind {
      case .object:
        begin(kind, line: document.line(place))
        for (key, value) in document.members(place) {
          append(.key, document.bytes(key), line: document.line(key))
          copy(document, value)
        }
        end()
      case .array:
        begin(kind, line: document.line(place))
        for element in document.elements(place) { copy(document, element) }
        end()
      case .string, .number: append(kind, document.bytes(place), line: document.line(place))
      default: value(kind, from: texts.count, line: document.line(place))
      }
    }

    /// A key, a text or a number.
    mutating func append(_ kind: Part.Kind, _ bytes: some Sequence<UInt8>, line: Int) {
      let start = texts.count
      texts.append(contentsOf: bytes)
      if kind == .key { key(from: start, line: line) } else { value(kind, from: start, line: line) }
    }

    /// A text that stands in the source.
    mutating func string(_ range: Range<Int>, line: Int) {
      append(.string, range, isInSource: true, line: line)
      hold(parts.count - 1)
    }

    /// A key that stands in the source.
    mutating func key(_ range: Range<Int>, line: Int) { append(.key, range, isInSource: true, line: line) }

    private mutating func append(
      _ kind: Part.Kind, _ range: Range<Int>, isInSource: Bool = false, line: Int
    ) {
      parts.append(
        Part(
          kind: kind, isInSource: isInSource, line: UInt32(clamping: line),
          start: UInt32(truncatingIfNeeded: range.lowerBound),
          end: UInt32(truncatingIfNeeded: range.upperBound), next: UInt32(truncatingIfNeeded: parts.count + 1)
        ))
    }

    /// Of a text that came last, and is a truth value, makes one.
    mutating func makeBoolean() {
      guard let last = parts.last, last.kind == .string else { return }
      let word = bytes(parts.count - 1)
      if word.elementsEqual("true".utf8) { parts[parts.count - 1].kind = .yes }
      if word.elementsEqual("false".utf8) { parts[parts.count - 1].kind = .no }
    }

    /// The document, of which the value is the first part; the draft is empty then.
    mutating func finish() -> JSONDocument {
      let document = JSONDocument(parts, texts, source: source)
      // Those that come are mostly of its size, or of that of those before. What is larger grows as it comes.
      usual.parts = min(max(parts.count, usual.parts * 7 / 8), 1 << 10)
      usual.texts = min(max(texts.count, usual.texts * 7 / 8), 1 << 13)
      (parts, texts, source) = ([], [], [])
      keys.removeAll(keepingCapacity: keys.capacity <= 1 << 10)
      open.removeAll(keepingCapacity: true)
      tables.removeAll()
      return document
    }

    /// Makes room for a document of the usual size.
    mutating func reserve() {
      parts.reserveCapacity(usual.parts)
      texts.reserveCapacity(usual.texts)
    }
  }
}
