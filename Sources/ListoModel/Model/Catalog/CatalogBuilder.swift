package import ICalendar

/// Puts files together into a ``Catalog``: lists by the rule of ``CalendarFile/isListOfItsOwn``, names made
/// unique.
package struct CatalogBuilder {
  /// The folder of a file, with its vdir files.
  public struct Folder: Sendable {
    /// The folder above it: the source of the collection that it is.
    public var parent: Source
    /// The folder as a source: of those of its files that are lists by themselves.
    public var source: Source
    /// The name of the folder alone, without its path.
    public var name: String
    /// As the user named it.
    public var path: String
    /// vdir's `displayname`.
    public var displayName: String?
    /// vdir's `color`.
    public var color: ListColor?
    /// vdirsyncer's `order`: a whole number.
    public var order: Int?
    /// One file of the folder was named, and nothing else of it.
    public var isForOneFile = false

    /// The title of the list that the folder is, as far as one file shows it.
    ///
    /// A file of one reminder that is named alone is what the user sees: the list is called as it is. But not
    /// where the name is that of an item in a collection, its UID or a UUID, which says nothing to people.
    func title(_ context: CalendarContext, inFile fileName: String, uid: [UInt8]?) -> String {
      if let displayName { return displayName }
      guard isForOneFile else { return name }
      let title = context.listTitle(inFile: fileName)
      return uid.map { $0.elementsEqual(title.utf8) } ?? false || UUIDText.isUUID(title) ? name : title
    }

    /// Creates a folder with the content of its vdir files.
    public init(
      parent: Source, source: Source, name: String, path: String, displayName: String? = nil,
      color: ListColor? = nil, order: Int? = nil
    ) {
      (self.parent, self.source, self.name, self.path) = (parent, source, name, path)
      (self.displayName, self.color, self.order) = (displayName, color, order)
    }
  }

  fileprivate struct ListDraft {
    var list: ReminderList
    var identifier: ModelIdentifier
    var place: String
    var reminders: [Reminder] = []
    /// The identifiers of the reminders.
    var identifiers: [ModelIdentifier] = []
    var others: [CalendarItem] = []
    var calendars: [CalendarContext] = []
    var taken = HashCounts()
    var omitted: OmittedReminders?
  }

  private struct SourceDraft {
    var source: Source
    var lists: [ListDraft] = []
    /// Where the list of each collection is, by the folder's path.
    var collections: [String: Int] = [:]
  }

  private var sources: [SourceDraft] = []
  private var indices: [String: Int] = [:]
  private var holders = ListHolders()
  private var log: DiagnosticLog
  /// A list of which not all reminders are held has another name than it was read with, or shows numbers that
  /// depend on all: then it has to be read whole.
  package private(set) var hasRenamedSelections = false
  /// The problems: the first ones of each code and file, and the number of the others.
  public var problems: [Diagnostic] { log.diagnostics }

  /// - Parameter limits: ``Limit/diagnostics`` of them counts.
  public init(limits: ReadingLimits = ReadingLimits()) { log = DiagnosticLog(limits: limits) }

  /// Takes a file in.
  ///
  /// - Parameters:
  ///   - fileName: its name within its folder, with the extension.
  ///   - isWritable: whether the file can be written; asked for each list that the file makes.
  public mutating func add(
    _ file: CalendarFile, fileName: String, in folder: Folder,
    isWritable: @autoclosure () -> Bool = true
  ) {
    log.append(contentsOf: file.problems)
    guard file.isListOfItsOwn else {
      for calendar in file.calendars {
        let title = folder.title(calendar.context, inFile: fileName, uid: file.firstUID)
        addToCollection(calendar, folder, title, isWritable)
      }
      return
    }
    let source = index(of: folder.source)
    for calendar in file.calendars {
      let context = calendar.context
      let identifier = context.listIdentifier(inFile: fileName)
      let draft = ListDraft(
        list: ReminderList(
          identifier: identifier, title: context.listTitle(inFile: fileName),
          isNamed: context.title != nil, color: context.color,
          summary: context.summary, order: context.order, allowsModification: isWritable()),
        identifier: modelIdentifier(identifier, in: source, context), place: context.file)
      if let omitted = calendar.omitted,
        draft.identifier.list?.holder != omitted.listHolder || NumberedLists.marked.contains(draft.list)
      {
        hasRenamedSelections = true
      }
      sources[source].lists.append(draft)
      append(calendar, to: sources[source].lists.count - 1, of: source)
    }
  }

  /// Takes a collection in that no file is in yet; one that is there already stays as it is.
  public mutating func addEmptyCollection(_ folder: Folder, isWritable: @autoclosure () -> Bool = true) {
    let source = index(of: folder.parent)
    let key = folder.source.identifier
    guard sources[source].collections[key] == nil else { return }
    let name = holders.name(folder.name, in: sources[source].source, .none).name
    let draft = ListDraft(
      list: ReminderList(
        identifier: folder.name, title: folder.displayName ?? folder.name,
        isNamed: folder.displayName != nil, color: folder.color, order: folder.order,
        allowsModification: isWritable()),
      identifier: ModelIdentifier(source: sources[source].source.identifier, list: name),
      place: folder.path)
    sources[source].collections[key] = sources[source].lists.count
    sources[source].lists.append(draft)
  }

  /// Returns the catalog of all calendars that were added.
  public func catalog() -> Catalog {
    Catalog(
      sources: sources.map { draft in
        let lists = draft.lists.map { list in
          Catalog.ListNode(
            list: list.list, identifier: list.identifier, reminders: list.reminders,
            identifiers: list.identifiers, otherItems: list.others, calendars: list.calendars,
            place: list.place, omitted: list.omitted)
        }
        return Catalog.SourceNode(
          source: draft.source, identifier: ModelIdentifier(source: draft.source.identifier), lists: lists)
      })
  }

  // MARK: Drafts

  private mutating func index(of source: Source) -> Int {
    if let index = indices[source.identifier] { return index }
    indices[source.identifier] = sources.count
    sources.append(SourceDraft(source: source))
    return sources.count - 1
  }

  private mutating func addToCollection(
    _ calendar: CalendarFile.Calendar, _ folder: Folder, _ title: String, _ isWritable: () -> Bool
  ) {
    let source = index(of: folder.parent)
    let key = folder.source.identifier
    if let list = sources[source].collections[key] { return append(calendar, to: list, of: source) }
    let draft = ListDraft(
      list: ReminderList(
        identifier: folder.name, title: title,
        isNamed: folder.displayName != nil || folder.isForOneFile && calendar.context.title != nil,
        color: folder.color, order: folder.order, allowsModification: isWritable()),
      identifier: modelIdentifier(folder.name, in: source, calendar.context), place: folder.path)
    sources[source].collections[key] = sources[source].lists.count
    sources[source].lists.append(draft)
    append(calendar, to: sources[source].lists.count - 1, of: source)
  }

  private mutating func modelIdentifier(
    _ identifier: String, in source: Int, _ context: CalendarContext
  ) -> ModelIdentifier {
    let (name, problem) = holders.name(identifier, in: sources[source].source, context)
    if let problem { log.append(problem) }
    return ModelIdentifier(source: sources[source].source.identifier, list: name)
  }

  /// Where the list stands: its arrays are its own, and are not copied for each file of a folder.
  private mutating func append(_ calendar: CalendarFile.Calendar, to list: Int, of source: Int) {
    sources[source].lists[list].append(calendar, &log)
  }
}

extension CatalogBuilder.ListDraft {
  fileprivate mutating func append(_ calendar: CalendarFile.Calendar, _ log: inout DiagnosticLog) {
    // Of a folder of small files each would be made anew.
    if identifiers.isEmpty { identifiers.reserveCapacity(calendar.reminders.count) }
    // Those of one calendar are taken as they are, without counting the references of each.
    if reminders.isEmpty { reminders = calendar.reminders } else { reminders += calendar.reminders }
    for (index, reminder) in calendar.reminders.enumerated() {
      let name = calendar.names[index]
      if !name.hasUID { log.append(.missingUID(of: reminder)) }
      let holder = taken.count(calendar.nameHashes[index])
      if holder > 1 {
        log.append(.repetition(of: name.uid, reminder.calendar.file, reminder.component.lineNumber, holder))
      }
      identifiers.append(
        identifier.reminder(
          ModelIdentifier.Name(name.uid, holder: holder), recurrenceID: name.recurrenceID))
    }
    if let omitted = calendar.omitted { self.omitted = omitted }
    others += calendar.others
    calendars.append(calendar.context)
  }
}

extension Diagnostic {
  fileprivate static func missingUID(of reminder: Reminder) -> Diagnostic {
    Diagnostic(
      .warning, .missingUID, file: reminder.calendar.file, line: reminder.component.lineNumber,
      "a reminder without UID; it is identified by the hash of its content")
  }
}
