internal import ICalendar
package import ListoModel

/// The reminders that a store holds: all, or only those that a change by identifier needs, which is much
/// faster.
package struct StoreScope: Sendable, Hashable {
  /// By their UIDs; nil for all.
  private(set) var uids: Set<UID>?
  /// Their subtasks too, and those of these.
  let hasSubtasks: Bool
  /// The conventions of the lists' producers are known; the first files of a folder show them.
  let hasShapes: Bool
  /// They are named by identifiers, so that no other list matters, and a file that is called by a UID is the
  /// one.
  let isExact: Bool
  /// Folders that are lists, of which all is held: where something comes to, or is put elsewhere.
  var wholeFolders: Set<String> = []
  /// All lists are there, whatever is held of them.
  var hasLists = false

  /// All reminders.
  package static let everything = StoreScope(uids: nil, hasSubtasks: true, hasShapes: true, isExact: true)

  /// Some reminders with their overrides. The lists are known, but not their other reminders; so this does
  /// not suit changes that depend on neighbours, such as the manual order or adding a reminder.
  ///
  /// - Parameters:
  ///   - identifiers: the identifiers of the reminders.
  ///   - withSubtasks: true to include subtasks, if the change depends on them.
  ///   - withShapes: true to follow the conventions of the list's producer, for changes that write dates,
  ///     flags or alarms.
  package static func reminders(
    _ identifiers: some Sequence<ModelIdentifier>, withSubtasks: Bool = true, withShapes: Bool = true
  ) -> StoreScope {
    StoreScope(
      uids: Set(identifiers.compactMap { $0.uid.map { UID($0.text) } }), hasSubtasks: withSubtasks,
      hasShapes: withShapes,
      isExact: true)
  }

  private init(uids: Set<UID>?, hasSubtasks: Bool, hasShapes: Bool, isExact: Bool) {
    (self.uids, self.hasSubtasks, self.hasShapes) = (uids, hasSubtasks, hasShapes)
    self.isExact = isExact
  }

  /// Those that words name by their identifiers or UIDs.
  ///
  /// - Returns: nil where a word does not look like either, and for many: each is looked for in each file.
  init?(naming words: [String], withSubtasks: Bool, withShapes: Bool) {
    guard !words.isEmpty, words.count <= Self.most else { return nil }
    var uids: Set<UID> = []
    var isExact = true
    for word in words {
      if let identifier = ModelIdentifier(word), identifier.kind == .reminder {
        // One that has none is named by all that it says.
        guard let uid = identifier.uid, uid.holder == 1, identifier.list?.holder == 1,
          identifier.recurrenceID == nil
        else { return nil }
        uids.insert(UID(uid.text))
      } else {
        // A short name and most words of titles have neither; what is taken for a title here costs time
        // alone.
        guard word.utf8.count > 8, word.contains(where: \.isNumber), !word.contains(where: \.isWhitespace)
        else { return nil }
        uids.insert(UID(word))
        isExact = false
      }
    }
    self.init(uids: uids, hasSubtasks: withSubtasks, hasShapes: withShapes, isExact: isExact)
  }

  private static let most = 16

  /// Whether the store holds all reminders.
  package var isEverything: Bool { uids == nil }

  /// Whether it holds a component.
  func holds(_ component: Component) -> Bool {
    guard let uids else { return true }
    // One without a UID is named by all that it says.
    guard let uid = component.first(.uid)?.text else { return false }
    if uids.contains(UID(uid)) { return true }
    return hasSubtasks && component.all(.relatedTo).contains { uids.contains(UID($0.text)) }
  }

  /// Takes in the subtasks that were found.
  ///
  /// - Returns: whether there were some that it did not hold, so that theirs are to be looked for.
  mutating func add(_ uids: some Sequence<String>) -> Bool {
    guard hasSubtasks, let known = self.uids else { return false }
    let all = known.union(uids.map(UID.init))
    self.uids = all
    return all.count > known.count
  }

  /// The UIDs to look for in a file before it is parsed; nil for all.
  var wanted: LineGlimpse.Wanted? {
    uids.map { LineGlimpse.Wanted($0.map(\.text), hasSubtasks: hasSubtasks) }
  }

  /// Whether a file of a vdir is called by one of them.
  func names(_ fileName: String) -> Bool {
    guard let uids, fileName.hasSuffix(".ics") else { return false }
    return uids.contains(UID(String(fileName.dropLast(4))))
  }
}
