internal import ICalendar

/// Where the components of the output came from: ``MergeOptions/keepsOrigin``.
struct MergeOrigins: Sendable {
  static let name = "X-LISTO-ORIGIN"

  /// By entry: the origins that its own lines name.
  private var written: [UInt32: [String]] = [:]
  /// Of each entry the first one of its key.
  private var heads: [UInt32] = []
  private var next: [UInt32] = []

  /// Finds the lines that are there, and has them left out of everything.
  init(_ index: inout MergeIndex, _ bytes: inout MergeBytes) throws(MergeError) {
    for number in index.entries.indices {
      let component = try bytes.component(index.entries[number])
      let lines = component.originLines
      guard !lines.isEmpty else { continue }
      written[UInt32(number)] = lines.map(\.text)
      index.entries[number].flags.insert(.originated)
      index.entries[number].digest = ByteHash(component.withoutOrigins.bytes)
    }
  }

  func along(_ chains: MergeChains) -> MergeOrigins {
    var copy = self
    copy.next = chains.next
    copy.heads = [UInt32](repeating: .max, count: chains.next.count)
    var chain: [Int] = []
    for head in chains.heads {
      chains.collect(from: head, into: &chain)
      for entry in chain { copy.heads[entry] = head }
    }
    return copy
  }

  /// The component of an entry with its origins.
  func adding(to component: Component, _ number: Int, _ index: MergeIndex, _ bytes: MergeBytes) -> Component {
    var entry = number
    let made = index.entries[number]
    // A component that is made of others has the origins of its versions.
    if made.flags.contains(.made) { entry = bytes.recipes[made.offset >> 8].anyVersion }
    var names: Set<String> = []
    var version = heads[entry]
    repeat {
      let noted = index.entries[Int(version)]
      if index.calendars[Int(noted.calendar)].side >= 0 {
        names.formUnion(written[version] ?? [bytes.inputs[Int(index.input(noted))].name])
      }
      version = next[Int(version)]
    } while version != 0
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return component.edited(
      sorted.map {
        .append(ContentLineText.line(Self.name, value: TextValue.encode($0), lineEnd: component.lineEnd))
      })
  }
}

extension Component {
  fileprivate var originLines: [Property] {
    properties.filter { $0.id == .other && $0.name == MergeOrigins.name }
  }

  /// Without the lines that say where it came from.
  var withoutOrigins: Component { edited(originLines.map { .remove($0) }) }
}
