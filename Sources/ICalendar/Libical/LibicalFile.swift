/// A whole file as libical's own parser reads it.
package struct LibicalFile: Sendable {
  /// libical's tree as iCalendar: the lines that libical writes, without X-LIC-ERRORs, with CRLF line ends.
  /// Folds are Listo's, and so is the escaping of commas in tags, since libical does both wrong
  /// (Documentation/Libical.md).
  package let bytes: [UInt8]
  /// The properties that libical could not read and dropped, in the order of the lines.
  package let findings: [LibicalFinding]
  /// Lines that libical was not given, because it would drop them with a message on standard error.
  let withheldLines: Int
  /// The components that stand directly in a calendar of the file, or in none, in their order.
  package let places: [Place]

  /// How much libical left out, for people; nil where that is nothing. It says nothing of values that libical
  /// changed.
  package var loss: String? {
    let components = places.count { $0.writtenLine == nil }
    let left = [
      (findings.count + withheldLines, "property", "properties"), (components, "component", "components"),
    ]
    .filter { $0.0 > 0 }
    guard !left.isEmpty else { return nil }
    let counts = left.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: " and ")
    return "libical drops \(counts) of this file"
  }

  /// A component in the file and in what libical writes.
  package struct Place: Sendable, Hashable {
    /// Its name in capitals.
    package let name: String
    /// The line of the file on which it begins.
    package let line: Int
    /// The line of ``LibicalFile/bytes``; nil where libical lost the component.
    package let writtenLine: Int?
  }

  /// Why a file cannot be read with libical.
  package struct Unread: Error {
    /// A sentence for people.
    package let reason: String
  }

  /// Reads a file as ``parse(_:)`` does, for commands: a file that cannot be read is an error with a reason.
  package static func read(_ bytes: [UInt8]) throws(Unread) -> LibicalFile {
    let file: LibicalFile?
    do throws(ValueError) {
      file = try parse(bytes)
    } catch {
      throw Unread(reason: "Listo does not pass this file to libical: \(error.reason)")
    }
    guard let file else { throw Unread(reason: reasonForNothing(bytes)) }
    return file
  }

  private static func reasonForNothing(_ bytes: [UInt8]) -> String {
    let reason =
      if bytes.isEmpty {
        "it is empty"
      } else if heads(bytes).isEmpty {
        "there is no component in it"
      } else if hasLoneReturns(bytes), bytes.contains(0x0A) {
        "a component in it has no END, or some of its lines end with a carriage return alone"
      } else {
        "a component in it has no END"
      }
    return "libical reads nothing of this file: \(reason)"
  }

  private static func hasLoneReturns(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst() + [0]).contains { $0 == 0x0D && $1 != 0x0A }
  }

  /// Gives a file's bytes to libical's parser.
  ///
  /// - Returns: `nil` where libical reads nothing of the file: an END is missing, or nothing is in it.
  /// - Throws: ``ValueError`` with code `.nul` or `.limit`, as ``LibicalComponent/parse(_:)``.
  /// - Complexity: 20 MB/s, and ten to thirty times the file's size in memory; one call at a time in the
  ///   whole process.
  package static func parse(_ bytes: [UInt8]) throws(ValueError) -> LibicalFile? {
    guard let read = try LibicalComponent.written(bytes), !read.bytes.isEmpty else { return nil }
    return LibicalFile(
      bytes: read.bytes, findings: read.findings, withheldLines: read.withheldLines,
      places: places(of: heads(bytes), in: heads(read.bytes)))
  }

  /// The name and the UID of a component, which distinguish it from its neighbours.
  private struct Head {
    struct Key: Hashable {
      let name: String
      let uid: [UInt8]
    }
    let key: Key
    let line: Int
  }

  private static func heads(_ bytes: [UInt8]) -> [Head] {
    var reader = ItemReader(bytes)
    var heads: [Head] = []
    while let item = try? reader.next() {
      guard case .component(let component) = item else { continue }
      let key = Head.Key(name: component.name, uid: Array(component.first(.uid)?.value ?? []))
      heads.append(Head(key: key, line: component.lineNumber))
    }
    return heads
  }

  /// Finds each component that libical wrote among those of the file. libical keeps the order of those with
  /// one name; time zones it puts before all others.
  private static func places(of ours: [Head], in theirs: [Head]) -> [Place] {
    var written: [Int: Int] = [:]
    let theirs = Dictionary(grouping: theirs, by: \.key.name)
    for (name, own) in Dictionary(grouping: ours.indices, by: { ours[$0].key.name }) {
      var indices: [Head.Key: [Int]] = [:]
      for index in own.reversed() { indices[ours[index].key, default: []].append(index) }
      var next = own[...]
      for head in theirs[name] ?? [] {
        while let last = indices[head.key]?.last, last < next.first ?? .max {
          indices[head.key]?.removeLast()
        }
        // One whose UID libical changes is found by its place.
        guard let index = indices[head.key]?.last ?? next.first else { break }
        written[index] = head.line
        next = next.drop { $0 <= index }
      }
    }
    return ours.indices.map {
      Place(name: ours[$0].key.name, line: ours[$0].line, writtenLine: written[$0])
    }
  }
}
