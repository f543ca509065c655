internal import ICalendar
internal import ListoModel
internal import XMLEvents

/// Detects the maps that fit an export, by its first bytes.
enum MapRecognition {
  /// The formats of the built-in maps that fit; of several those with the most marks.
  ///
  /// - Parameter beginning: in UTF-8.
  static func maps(of beginning: ArraySlice<UInt8>) -> [Format] {
    let kind = kind(of: beginning)
    let outline = kind == .csv ? nil : KeyPaths(beginning, kind)
    let found = ExportMap.builtIn.filter { map in
      map.kind == kind && (outline.map { $0.fit(map) } ?? isTable(beginning, map))
    }
    let most = found.map(\.marks.count).max() ?? 0
    return found.filter { $0.marks.count == most }.map { Format($0) }
  }

  private static func kind(of beginning: ArraySlice<UInt8>) -> ExportMap.Kind {
    if isNote(beginning) { return .note }
    switch beginning.first(where: { !isSpace($0) && $0 < 0x80 }) {
    case 0x5B?, 0x7B?: return .json
    case 0x3C?: return .xml
    default: return .csv
    }
  }

  /// The text is a note that begins with properties.
  static func isNote(_ beginning: ArraySlice<UInt8>) -> Bool {
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning
    return text.starts(with: Array("---\n".utf8)) || text.starts(with: Array("---\r\n".utf8))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The most lines before the header of a table.
  private static let preamble = 20

  private static func isTable(_ beginning: ArraySlice<UInt8>, _ map: ExportMap) -> Bool {
    let text = beginning.starts(with: [0xEF, 0xBB, 0xBF]) ? beginning.dropFirst(3) : beginning
    let lines = text.split(maxSplits: preamble, whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    return lines.prefix(preamble).contains { line in
      line.count > 20 && MapHeader(line, map)?.isMostlyKnown(by: map) ?? false
    }
  }

  /// The paths of the keys in the beginning of a JSON text; elements of arrays have no number.
  private struct KeyPaths {
    private var paths: Set<[String]> = []
    /// An element of an array, in a path.
    private static let element = "[]"
    private static let depthLimit = 8
    private static let countLimit = 4_000

    init(_ beginning: ArraySlice<UInt8>, _ kind: ExportMap.Kind) {
      if kind == .xml { readXML(beginning) }
      if kind == .note { readNote(beginning) }
      guard kind == .json else { return }
      var feed = TextFeed(Array(beginning))
      var reader = JSONReader(&feed)
      try? read(try reader.next(), [], &reader)
    }

    private mutating func readNote(_ beginning: ArraySlice<UInt8>) {
      let lines = String(decoding: beginning, as: UTF8.self).split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let properties = lines.dropFirst().prefix { $0 != "---" && $0 != "..." }
      let node = FrontMatter.read(properties.map { (1, String($0)) }).node
      for member in node.members ?? [] { paths.insert([member.key]) }
    }

    private mutating func readXML(_ beginning: ArraySlice<UInt8>) {
      let found = XMLEventReader(isUTF8: true, tellsAttributes: true).read(beginning, isLast: false)
      var path: [String] = []
      for index in 0..<found.events.count where paths.count < Self.countLimit {
        switch found.events[index] {
        case .begin(let name, _, _):
          path.append(name)
          paths.insert(path)
        case .attribute(let name, _, _): paths.insert(path + [name])
        case .text: break
        case .end: _ = path.popLast()
        }
      }
    }

    private mutating func read(
      _ token: JSONToken, _ path: [String], _ reader: inout JSONReader
    ) throws(ICalendarError) {
      guard path.count < Self.depthLimit, paths.count < Self.countLimit else {
        return _ = try reader.pass(token)
      }
      switch token {
      case .beginObject:
        while case .key(let key) = try reader.next() {
          paths.insert(path + [key])
          try read(try reader.next(), path + [key], &reader)
        }
      case .beginArray:
        while true {
          let token = try reader.next()
          if token == .endArray || token == .end || reader.isBroken { return }
          try read(token, path + [Self.element], &reader)
        }
      default: break
      }
    }

    /// The paths begin with the steps.
    private static func isPath(_ path: [String], _ steps: [MapPath.Step]) -> Bool {
      path.count == steps.count
        && zip(path, steps).allSatisfy { name, step in
          switch step {
          case .any: true
          case .each, .index: name == element
          case .key(let key): name == key
          }
        }
    }

    /// The document has the marks of a map, and most keys of its records are known.
    func fit(_ map: ExportMap) -> Bool {
      let absolute = map.marks.filter { $0.origin == .document }
      guard absolute.allSatisfy({ mark in paths.contains { Self.isPath($0, mark.steps) } }) else {
        return false
      }
      let marks = map.marks.filter { $0.origin != .document }
      return map.records.contains { records in
        // Elements of XML are no arrays.
        let steps = map.kind == .xml ? records.names.map { .key($0) } : records.steps
        let hasMarks = marks.allSatisfy { mark in
          paths.contains { Self.isPath($0, steps + mark.steps) }
        }
        guard hasMarks else { return false }
        let keys = Set(
          paths.filter { Self.isPath($0, steps + [.any]) }.compactMap(\.last)
        ).subtracting([Self.element])
        return keys.isEmpty
          ? marks.isEmpty && !absolute.isEmpty
          : JSONOutline.areMostKnown(keys, map.form.known.contains)
      }
    }
  }
}

/// The line of a table that names its columns, in a table that a map describes.
struct MapHeader: Sendable {
  let delimiter: UInt8
  private let names: [String]

  /// Nil for a line that has not all columns that mark the export.
  init?(_ line: ArraySlice<UInt8>, _ map: ExportMap) {
    let marks = map.marks.compactMap(\.firstKey)
    for delimiter: UInt8 in [0x2C, 0x3B, 0x09] {
      var names: [String] = []
      var records = CSVRecords(delimiter: delimiter)
      func see(_ record: CSVRecords.Record) {
        names = record.cells.map { CSVCell.trimmed(String(decoding: $0, as: UTF8.self)) }
      }
      records.take(line, line: 1, see)
      records.finish(see)
      guard names.count > 1, marks.allSatisfy(names.contains) else { continue }
      (self.delimiter, self.names) = (delimiter, names)
      return
    }
    return nil
  }

  /// The columns that the map uses are most of them.
  func isMostlyKnown(by map: ExportMap) -> Bool {
    JSONOutline.areMostKnown(names.filter { !$0.isEmpty }, map.form.known.contains)
  }

  /// A row as an object of texts.
  func node(_ record: CSVRecords.Record) -> JSONNode {
    var members: [JSONNode.Member] = []
    members.reserveCapacity(record.count)
    for index in 0..<record.count where !record.places[index].isEmpty {
      let text = String(decoding: record[index], as: UTF8.self)
      let name = index < names.count && !names[index].isEmpty ? names[index] : "\(index + 1)"
      members.append(
        JSONNode.Member(key: name, value: JSONNode(content: .string(text), line: record.line)))
    }
    return JSONNode(content: .object(members), line: record.line)
  }
}
