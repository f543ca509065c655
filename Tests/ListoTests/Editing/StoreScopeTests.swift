import Foundation
import Listo
import ListoTestSupport
import Testing

/// A store that holds some reminders alone does to files what one does that holds all.
@Suite struct StoreScopeTests {
  private static func filled(_ random: inout SplitMix64) throws -> StoreFolder {
    let folder = try StoreFolder()
    let uids = (0..<30).map {
      "uid-\($0)-\(String(repeating: "x", count: Int.random(in: 0...60, using: &random)))"
    }
    let todos = uids.enumerated().map { index, uid in
      var lines = ["SUMMARY:Title \(index)"]
      if Int.random(in: 0..<3, using: &random) == 0 {
        let line = ContentLineText.line("RELATED-TO", value: uids.pick(using: &random).utf8)
        lines.append(String(decoding: line.dropLast(2), as: UTF8.self))
      }
      return StoreFolder.todo(uid, lines.joined(separator: "\r\n"))
    }
    for (index, uid) in uids.enumerated() where index < 20 {
      try folder.write("vdir\(index % 2)/\(uid).ics", StoreFolder.calendar(nil, todos[index]))
    }
    try folder.write(
      "All.ics",
      "BEGIN:VCALENDAR\r\nX-WR-CALNAME:All\r\n" + todos[20...].joined() + "END:VCALENDAR\r\n")
    return folder
  }

  @Test func itDoesTheSame() throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    for _ in 0..<10 {
      let folder = try Self.filled(&random)
      let whole = try folder.store()
      let catalog = whole.catalog
      let path = catalog.reminderPaths.pick(using: &random)
      let identifier = try #require(catalog.modelIdentifier(at: path))
      let scoped = try ReminderStore([folder.path], journal: folder.journal, scope: .reminders([identifier]))
      #expect(
        scoped.catalog[identifier]?.component.bytes == catalog[identifier]?.component.bytes,
        "seed \(random.seed)")
      #expect(
        scoped.catalog.subtasks(of: identifier).map(\.uid) == catalog.subtasks(of: identifier).map(\.uid),
        "seed \(random.seed)")
      #expect(scoped.catalog.reminderPaths.count < catalog.reminderPaths.count || catalog.isEmpty)
      #expect(
        Set(scoped.catalog.sources.flatMap(\.lists).map(\.identifier))
          == Set(catalog.sources.flatMap(\.lists).map(\.identifier)), "seed \(random.seed)")
      let before = try folder.files()
      let uid = try #require(identifier.uid?.text)
      try scoped.set(uid, .summary, "Scoped")
      let after = try folder.files()
      try whole.undo(at: noon, ofOthers: true)
      #expect(try folder.files() == before)
      try whole.set(uid, .summary, "Scoped")
      #expect(try folder.files() == after, "seed \(random.seed)")
      let narrow = try ReminderStore(
        [folder.path], journal: nil, scope: .reminders([identifier], withSubtasks: false))
      #expect(narrow.catalog[identifier]?.title == "Scoped", "seed \(random.seed)")
      // The narrow store sees later changes.
      try whole.set(uid, .summary, "Again")
      narrow.refresh()
      #expect(narrow.catalog[identifier]?.title == "Again", "seed \(random.seed)")
    }
  }

  /// Of what is named by identifiers or UIDs no more is held than the change needs, and its effect is the
  /// same; where it may need more, or a word may be something else, all is read.
  @Test func thoseThatAreNamed() throws {
    let folder = try StoreFolder()
    let uids = (0..<6).map { "uid-number-\($0)" }
    for uid in uids {
      let lines =
        uid == uids[1]
        ? "RELATED-TO:\(uids[0])" : uid == uids[2] ? "DTSTART:20260101\r\nRRULE:FREQ=DAILY" : "SUMMARY:x"
      try folder.write("vdir/\(uid).ics", StoreFolder.calendar(nil, StoreFolder.todo(uid, lines)))
    }
    try folder.write("other/twice.ics", StoreFolder.calendar(nil, StoreFolder.todo(uids[3], "SUMMARY:y")))
    let whole = try folder.store().catalog
    func held(_ words: [String], subtasks: Bool = false, shapes: Bool = false) throws -> Int? {
      var neighbourhood = ReminderStore.Neighbourhood()
      (neighbourhood.subtasks, neighbourhood.shapes) = (subtasks, shapes)
      return try ReminderStore.naming(words, with: neighbourhood, in: [folder.path])?.catalog.reminderPaths
        .count
    }
    let identifiers = try uids.map { uid in
      try #require(
        whole.reminderPaths.compactMap(whole.modelIdentifier).first {
          $0.uid?.text == uid && $0.list?.text.hasSuffix("vdir") ?? false
        }
      ).description
    }
    #expect(try held([uids[4]]) == 1)
    #expect(try held([uids[4], identifiers[5]]) == 2)
    #expect(try held([identifiers[4]], subtasks: true) == 1)
    // It has a subtask, which the change asks about, or not.
    #expect(try held([identifiers[0]], subtasks: true) == nil)
    #expect(try held([identifiers[0]]) == 1)
    // It repeats; a UID is there twice.
    #expect(try held([identifiers[2]]) == nil)
    #expect(try held([uids[3]]) == nil)
    #expect(try held([identifiers[3]]) == nil)
    #expect(try held([identifiers[4]], shapes: true) == 1)
    // A short name and words of a title are no UIDs.
    #expect(try held(["4f33"]) == nil)
    #expect(try held(["the dentist 2"]) == nil)
    #expect(try held(["nothing-has-1-this"]) == nil)
  }

  @Test func nothingOfOurOwnFilesIsPassedOver() throws { try lookThrough(Corpus.own) }

  @Test(.enabled(if: Corpus.isThere, "no LISTO_CORPUS"))
  func nothingOfFilesOfOthersIsPassedOver() throws { try lookThrough(Corpus.others) }

  /// A look at the lines of a file finds each reminder and each subtask that taking it apart finds.
  private func lookThrough(_ paths: [String]) throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    var count = 0
    for (path, bytes) in try Corpus.drawn(150, of: paths, below: 1 << 16, using: &random) {
      let folder = try StoreFolder()
      // The first file of a folder is read whatever is in it.
      try folder.write("vdir/0.ics", StoreFolder.calendar(nil, StoreFolder.todo("first")))
      try folder.write("vdir/1.ics", bytes)
      func names(_ catalog: Catalog, _ uid: String) -> [String] {
        catalog.reminderPaths.filter {
          let reminder = catalog.reminder(at: $0)
          return reminder?.uid == uid || reminder?.first(.relatedTo)?.text == uid
        }.compactMap { catalog.modelIdentifier(at: $0)?.description }
      }
      let whole = try folder.store().catalog
      let uids = Set(
        whole.reminders.compactMap(\.uid) + whole.reminders.compactMap { $0.first(.relatedTo)?.text })
      for uid in uids.subtracting(["first", ""]).sorted().shuffled(using: &random).prefix(3) {
        let identifier = ModelIdentifier(source: "", list: ModelIdentifier.Name(""), uid: .init(uid))
        let part = try ReminderStore([folder.path], journal: nil, scope: .reminders([identifier])).catalog
        #expect(names(part, uid) == names(whole, uid), "\(path) \(uid)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  /// The shapes of a folder's lists are told by all their files, whether they are taken apart or not.
  @Test func shapesAreThoseOfTheWholeList() throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    let products = [
      "-//Apple Inc.//iOS 18.1//EN", "+//IDN tasks.org//android-140100//EN", "-//Listo//Listo//EN",
      "-//x//y//EN",
    ]
    var shapes: Set<String> = []
    for round in 0..<30 {
      let folder = try StoreFolder()
      // Each of them writes most files of some folders.
      let common = products[round % products.count]
      for number in 0..<7 {
        let isCommon = round < products.count || Bool.random(using: &random)
        let product = isCommon ? common : products.pick(using: &random)
        // Some files say more: that they are a list, that they hold two reminders, in lines that are folded
        // or end in another way.
        let kind = Int.random(in: 0..<8, using: &random)
        var text = StoreFolder.calendar(
          kind == 0 ? "A list" : nil, StoreFolder.todo("uid-number-\(number)", "SUMMARY:x"),
          kind == 1 ? StoreFolder.todo("other-\(number)") : "")
        text.replace(
          "-//Test//EN", with: kind == 2 ? "\(product.prefix(6))\r\n \(product.dropFirst(6))" : product)
        if kind == 3 { text.replace("PRODID:\(product)\r\n", with: "") }
        if kind == 4 { text.replace("\r\n", with: "\n") }
        if kind == 5 { text.replace("PRODID", with: "prodid") }
        try folder.write("vdir/\(number).ics", text)
      }
      let before = try folder.files()
      var context = EditContext(ViewContext(now: noon, zone: .utc)) { "new" }
      context.producer = Producer.all.pick(using: &random)
      let word = "uid-number-\(Int.random(in: 0..<7, using: &random))"
      let due = try Moment.decode(Array("20261201".utf8)[...])
      func edited(_ store: ReminderStore) throws -> [String: [UInt8]] {
        let identifier = try store.catalog.identifier(word)
        try store.apply("due", in: context) { (editing) throws(EditError) in
          try editing.apply(.set(.due, .moment(due)), to: identifier)
          try editing.apply(.flag(true), to: identifier)
        }
        defer { _ = try? store.undo(at: noon, ofOthers: true) }
        return try folder.files()
      }
      let whole = try edited(try folder.store())
      var neighbourhood = ReminderStore.Neighbourhood()
      neighbourhood.shapes = true
      let named = try #require(
        try ReminderStore.naming([word], with: neighbourhood, in: [folder.path], journal: folder.journal))
      #expect(named.catalog.reminderPaths.count == 1)
      #expect(try edited(named) == whole, "seed \(random.seed)")
      #expect(try folder.files() == before)
      shapes.insert(
        whole.values.contains { String(decoding: $0, as: UTF8.self).contains("DTSTART") } ? "start" : "due")
    }
    #expect(shapes.count == 2)
  }

  /// A reminder that is moved, copied or put elsewhere comes to the same place as with everything read; other
  /// lists are not read.
  @Test func listsThatSomethingComesToAreHeldWhole() throws {
    var random = SplitMix64(seed: Seed.current)
    print("seed: LISTO_SEED=\(random.seed)")
    let folder = try StoreFolder()
    for (list, title) in [("a", "Home"), ("b", "Work"), ("c", "Other")] {
      try folder.write("\(list)/displayname", title)
      for number in 0..<6 {
        var lines = ["SUMMARY:Title"]
        if Bool.random(using: &random) {
          lines.append("X-APPLE-SORT-ORDER:\(Int.random(in: 1..<99, using: &random))")
        }
        if number == 5 { lines.append("RELATED-TO:uid-number-\(list)-4") }
        try folder.write(
          "\(list)/\(number).ics",
          StoreFolder.calendar(
            nil, StoreFolder.todo("uid-number-\(list)-\(number)", lines.joined(separator: "\r\n"))))
      }
    }
    let before = try folder.files()
    let context = EditContext(ViewContext(now: noon, zone: .utc)) { "new-1" }
    func same(
      _ words: [String], _ neighbourhood: ReminderStore.Neighbourhood, holding count: Int,
      mayStay: Bool = false,
      _ change: (Catalog) throws -> (ModelIdentifier, Change)
    ) throws {
      let named = try #require(
        try ReminderStore.naming(words, with: neighbourhood, in: [folder.path], journal: folder.journal))
      #expect(named.catalog.reminderPaths.count == count, "seed \(random.seed)")
      var results: [[String: [UInt8]]] = []
      for store in [named, try folder.store()] {
        let (identifier, change) = try change(store.catalog)
        try store.apply("change", in: context) { (editing) throws(EditError) in
          try editing.apply(change, to: identifier)
        }
        results.append(try folder.files())
        // A reminder that is last already is not moved.
        if mayStay, results.last == before { continue }
        try store.undo(at: noon, ofOthers: true)
        #expect(try folder.files() == before)
      }
      #expect(results[0] == results[1] && (mayStay || results[0] != before), "seed \(random.seed)")
    }
    var moving = ReminderStore.Neighbourhood()
    (moving.subtasks, moving.list) = (true, "Work")
    for number in 0..<4 {
      try same(["uid-number-a-\(number)"], moving, holding: 7) { catalog in
        let list = try #require(catalog.lists(named: "Work").first.flatMap(catalog.modelIdentifier))
        return (try catalog.identifier("uid-number-a-\(number)"), .move(toList: list))
      }
      try same(["uid-number-c-\(number)"], moving, holding: 7) { catalog in
        let list = try #require(catalog.lists(named: "Work").first.flatMap(catalog.modelIdentifier))
        return (try catalog.identifier("uid-number-c-\(number)"), .copy(toList: list))
      }
    }
    var ordering = ReminderStore.Neighbourhood()
    ordering.neighbours = true
    try same(["uid-number-a-1"], ordering, holding: 6, mayStay: true) {
      (try $0.identifier("uid-number-a-1"), .arrange(.bottom))
    }
    try same(["uid-number-a-3", "uid-number-a-0"], ordering, holding: 6, mayStay: true) { catalog in
      (try catalog.identifier("uid-number-a-3"), .arrange(.before(try catalog.identifier("uid-number-a-0"))))
    }
    // It has a subtask; no list is called so; two are.
    #expect(try ReminderStore.naming(["uid-number-a-4"], with: moving, in: [folder.path]) == nil)
    moving.list = "Nowhere"
    #expect(try ReminderStore.naming(["uid-number-a-1"], with: moving, in: [folder.path]) == nil)
    moving.list = "Home"
    #expect(try ReminderStore.naming(["uid-number-b-1"], with: moving, in: [folder.path]) != nil)
    try folder.write("c/list.ics", StoreFolder.calendar("Home", StoreFolder.todo("single", "SUMMARY:x")))
    #expect(try ReminderStore.naming(["uid-number-b-1"], with: moving, in: [folder.path]) == nil)
  }

  /// A trial says what would become of the files, and leaves them as they are.
  @Test func aTrialWritesNothing() throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("1", "SUMMARY:x")))
    try folder.store().set("1", .summary, "y")
    let before = try folder.files()
    let trial = try ReminderStore([folder.path], journal: folder.journal, isTrial: true)
    let list = try #require(trial.catalog.sources.first?.lists.first?.identifier)
    #expect(try trial.undo(at: noon, ofOthers: true).files.count == 1)
    #expect(try trial.renameList(list, to: "House", at: noon).files.count == 1)
    #expect(try trial.deleteList(list, at: noon).files.map(\.kind) == [.removed])
    #expect(try folder.files() == before)
    #expect(try folder.journal.history().count == 1)
  }
}
