import Foundation
import ListoTestSupport
import Testing

/// patch(diff(A, B), A) = B over folders of several lists: vdirs, files, several calendars in one file; with
/// lists that come, go, get other titles and colours, and reminders that move between them. What is compared
/// is read by the test itself.
@Suite struct PatchFolderLawTests {
  private static let rounds = Rounds.times(30)

  @Test func aPatchLeadsWhereItWasMadeFor() throws {
    let seed = Seed.current
    var random = SplitMix64(seed: seed)
    let place = try Workplace()
    defer { place.remove() }
    var newLists = 0
    for round in 0..<Self.rounds {
      let old = Shelf(&random)
      let new = old.edited(&random)
      // A patch that leads to nothing is refused.
      guard !old.lists.isEmpty, !new.items.isEmpty else { continue }
      newLists += new.lists.keys.count { old.lists[$0] == nil }
      try old.write(to: place.folder.appending(path: "\(round)/A"))
      try new.write(to: place.folder.appending(path: "\(round)/B"))
      let output = try place.run(
        """
        cd \(round) && cp -r A mine && listo diff A B --patch > p.ics
        listo patch p.ics A -o there/ && listo patch p.ics B -o same/ && listo patch p.ics mine --in-place
        """)
      let wanted = try Self.lists(in: place.folder.appending(path: "\(round)/B"))
      for result in ["there", "same", "mine"] {
        let folder = place.folder.appending(path: "\(round)/\(result)")
        try #require(
          FileManager.default.fileExists(atPath: folder.path),
          "seed \(seed), round \(round), \(result)\n\(output)")
        let found = try Self.lists(in: folder)
        let (missing, extra) = (wanted.subtracting(found), found.subtracting(wanted))
        let note = "seed \(seed), round \(round), \(result)\n\(output)"
        #expect(missing.isEmpty, "\(note)")
        #expect(extra.isEmpty, "\(note)")
        if !missing.isEmpty || !extra.isEmpty { return }
      }
      try FileManager.default.removeItem(at: place.folder.appending(path: "\(round)"))
    }
    #expect(newLists > Self.rounds / 3, "seed \(seed)")
  }

  /// The lists in a folder, each as one text: its name, its properties and its components, all in one order.
  private static func lists(in folder: URL) throws -> Set<String> {
    var members: [String: [String]] = [:]
    var lists: [String] = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: path)
      let home = (path as NSString).deletingLastPathComponent
      if ["displayname", "color"].contains(file.lastPathComponent) {
        let text = try String(contentsOf: file, encoding: .utf8)
        // An empty one says nothing.
        if text != "\n" && !text.isEmpty {
          members[home, default: []].append(file.lastPathComponent + " " + text)
        }
      }
      guard path.hasSuffix(".ics") else { continue }
      for calendar in try calendars(String(contentsOf: file, encoding: .utf8)) {
        let own = calendar.lines.first { $0.hasPrefix("X-WR-RELCALID:") }.map { String($0.dropFirst(14)) }
        if own == nil, !calendar.lines.contains(where: { $0.hasPrefix("NAME:") }) {
          members[home, default: []] += calendar.components
        } else {
          let name = own ?? file.lastPathComponent
          lists.append(
            ([name] + calendar.lines.sorted() + calendar.components.sorted()).joined(separator: "\n"))
        }
      }
    }
    // A folder without items is no list.
    for (home, parts) in members where parts.contains(where: { $0.hasPrefix("BEGIN:") }) {
      lists.append(
        (["folder \((home as NSString).lastPathComponent)"] + parts.sorted()).joined(separator: "\n"))
    }
    let counted = Dictionary(grouping: lists) { $0 }
    return Set(counted.map { "\($0.value.count) \($0.key)" })
  }

  private static func calendars(_ text: String) throws -> [(lines: [String], components: [String])] {
    var result: [(lines: [String], components: [String])] = []
    var component: [String] = []
    for line in text.replacing("\r\n", with: "\n").split(separator: "\n").map({ String($0) }) {
      switch line {
      case "BEGIN:VCALENDAR": result.append(([], []))
      case "END:VCALENDAR": #expect(component.isEmpty)
      case _ where line.hasPrefix("END:"):
        result[result.count - 1].components.append(
          ([component[0]] + component.dropFirst().sorted()).joined(separator: "|"))
        component = []
      case _ where line.hasPrefix("BEGIN:") || !component.isEmpty: component.append(line)
      case _ where line.hasPrefix("VERSION:") || line.hasPrefix("PRODID:"): break
      default: result[result.count - 1].lines.append(line)
      }
    }
    return result
  }
}

/// Lists in a folder, as a person may keep them.
private struct Shelf {
  /// Where a list stands, and how it is told from others.
  enum Place: Int, CaseIterable {
    case home, nested, errands, garden, otherGarden, music, partOne, partTwo, namedOne, namedTwo

    var path: String {
      switch self {
      case .home: "home"
      case .nested: "account/plans"
      case .errands: "errands"
      case .garden: "Garden.ics"
      case .otherGarden: "account/Garden.ics"
      case .music: "Music.ics"
      case .partOne, .partTwo: "all.ics"
      case .namedOne, .namedTwo: "account/named.ics"
      }
    }

    var isFolder: Bool { rawValue <= Place.errands.rawValue }

    /// The identifier that its calendar gives itself; nil where it gives none.
    var identifier: String? {
      switch self {
      case .garden, .otherGarden, .partOne, .partTwo: "id-\(rawValue)"
      default: nil
      }
    }
  }

  struct List {
    var title: String
    var color: String?
  }

  struct Item: Hashable {
    var kind: String
    var title: String
    var place: Place
    var hasOverride: Bool
  }

  var lists: [Place: List] = [:]
  /// By number; two that have one UID stand in different lists.
  var items: [Int: Item] = [:]

  private init() {}

  init(_ random: inout SplitMix64) {
    for place in Place.allCases where Int.random(in: 0..<3, using: &random) > 0 {
      lists[place] = Self.list(place, &random)
    }
    for number in 0..<Int.random(in: 0...12, using: &random) { add(number, &random) }
    settle(&random)
  }

  func edited(_ random: inout SplitMix64) -> Shelf {
    var shelf = self
    for place in Place.allCases {
      let chance = Int.random(in: 0..<10, using: &random)
      if lists[place] == nil {
        if chance < 4 { shelf.lists[place] = Self.list(place, &random) }
        continue
      }
      switch chance {
      case 0, 1: shelf.lists[place] = nil
      case 2: shelf.lists[place]?.title = Self.title(place, &random)
      case 3: shelf.lists[place]?.color = Self.color(&random)
      default: break
      }
    }
    for number in items.keys.sorted() {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: shelf.items[number] = nil
      case 1: shelf.items[number]?.title = "Edited \(Int.random(in: 0..<9, using: &random))"
      case 2: shelf.items[number]?.hasOverride.toggle()
      case 3, 4: if let place = shelf.somewhere(&random) { shelf.items[number]?.place = place }
      default: break
      }
    }
    for number in 20..<(20 + Int.random(in: 0...4, using: &random)) { shelf.add(number, &random) }
    shelf.settle(&random)
    return shelf
  }

  private func somewhere(_ random: inout SplitMix64) -> Place? {
    let places = Place.allCases.filter { lists[$0] != nil }
    return places.isEmpty ? nil : places.pick(using: &random)
  }

  private mutating func add(_ number: Int, _ random: inout SplitMix64) {
    guard let place = somewhere(&random) else { return }
    items[number] = Item(
      kind: ["VTODO", "VTODO", "VTODO", "VEVENT"].pick(using: &random), title: "Item \(number)", place: place,
      hasOverride: Int.random(in: 0..<5, using: &random) == 0)
  }

  /// An item of a list that is gone moves or goes, and a folder has an item, or is none.
  private mutating func settle(_ random: inout SplitMix64) {
    for number in items.keys.sorted() where items[number].map({ lists[$0.place] == nil }) ?? false {
      if Bool.random(using: &random), let place = somewhere(&random) {
        items[number]?.place = place
      } else {
        items[number] = nil
      }
    }
    if let place = items[0]?.place, items[1]?.place == place { items[0] = nil }
    for place in Place.allCases where place.isFolder && !items.values.contains(where: { $0.place == place }) {
      lists[place] = nil
    }
  }

  private static func list(_ place: Place, _ random: inout SplitMix64) -> List {
    List(title: title(place, &random), color: color(&random))
  }

  private static func title(_ place: Place, _ random: inout SplitMix64) -> String {
    // Those that say what they are identified by may be called the same; of others a title tells which they
    // are.
    let shared = place.identifier == nil ? [] : ["The same"]
    return (["List \(place.rawValue)", "List \(place.rawValue) b"] + shared).pick(using: &random)
  }

  private static func color(_ random: inout SplitMix64) -> String? {
    ["#FF0000", "#00FF00", nil].pick(using: &random)
  }

  // MARK: Files

  func write(to folder: URL) throws {
    var files: [String: String] = [:]
    for place in Place.allCases {
      guard let list = lists[place] else { continue }
      let items = items.sorted { $0.key < $1.key }.filter { $0.value.place == place }
      if place.isFolder {
        files[place.path + "/displayname"] = list.title + "\n"
        if let color = list.color { files[place.path + "/color"] = color + "\n" }
        for (number, item) in items {
          files[place.path + "/" + Self.uid(number) + ".ics"] = Self.calendar([], Self.text(number, item))
        }
      } else {
        var lines = ["NAME:\(list.title)"]
        if let identifier = place.identifier { lines.append("X-WR-RELCALID:\(identifier)") }
        if let color = list.color { lines.append("X-APPLE-CALENDAR-COLOR:\(color)") }
        files[place.path, default: ""] += Self.calendar(
          lines, items.map { Self.text($0.key, $0.value) }.joined())
      }
    }
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
  }

  /// Numbers 0 and 1 are two items of one UID.
  private static func uid(_ number: Int) -> String { "U\(max(number, 1))" }

  private static func calendar(_ lines: [String], _ components: String) -> String {
    let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//t//t//EN"] + lines
    return head.joined(separator: "\r\n") + "\r\n" + components + "END:VCALENDAR\r\n"
  }

  private static func text(_ number: Int, _ item: Item) -> String {
    let master = ["BEGIN:\(item.kind)", "UID:\(uid(number))", "SUMMARY:\(item.title)", "END:\(item.kind)"]
    let changed = [
      "BEGIN:\(item.kind)", "UID:\(uid(number))", "RECURRENCE-ID:20260101T090000Z", "SUMMARY:Changed",
      "END:\(item.kind)",
    ]
    return (master + (item.hasOverride ? changed : [])).map { $0 + "\r\n" }.joined()
  }
}
