package import ICalendar

/// The calendars of an input as far as they are known while it is read for the first time.
///
/// `isDoubtful` tells that something handed out before was not known as it should have been; then a
/// ``Survey`` is needed.
struct LiveCalendars: BatchOrder {
  private struct Draft {
    var header: Component?
    var zones: [Component] = []
    var trailing: [Component] = []
    /// The calendar made of the draft, for as long as nothing new is learned; else nil.
    var calendar: Survey.Calendar?
    /// Reminders of it were handed out in an earlier batch.
    var isHandedOut = false
  }

  private let file: String
  private let fileName: String
  private let folder: CatalogBuilder.Folder
  private let needsPlaces: Bool
  private(set) var isDoubtful = false
  /// A calendar does not say which list it is, and was handed out as one of its own: that is right where the
  /// file is a list of its own (``ItemCount/areListOfTheirOwn(_:)``).
  private(set) var isUnnamed = false
  private(set) var isEmpty = true
  private var cursor = CalendarCursor()
  var count: Int { cursor.count }
  private(set) var size = 0
  /// The lists and sources that were asked for by name.
  private(set) var names: NamedPlaces?
  /// The known facts of the calendars so far, in their order.
  private(set) var contexts: [CalendarContext] = []
  /// How many calendars that have ended have each list identifier.
  private var holders: [String: Int] = [:]
  /// The calendar that is open behind the last batch.
  private var open: Draft?

  init(
    file: String, fileName: String, folder: CatalogBuilder.Folder, needsPlaces: Bool,
    names: NamedPlaces? = nil
  ) {
    (self.file, self.fileName, self.folder, self.needsPlaces) = (file, fileName, folder, needsPlaces)
    self.names = names
  }

  /// Takes note of a batch, and gives each of its calendars what is known of it.
  mutating func take(_ batch: ItemBatch) -> LiveBatch {
    size += batch.content.count
    var drafts = [open].compactMap { $0 }
    let first = contexts.count - drafts.count
    contexts.removeLast(drafts.count)
    var starts = drafts.isEmpty ? [] : [0]
    for index in batch.indices {
      let kind = batch.kind(at: index)
      if cursor.step(kind).isFirst {
        drafts.append(Draft())
        starts.append(index)
      }
      switch kind {
      case .open:
        guard case .open(let component) = batch[index] else { continue }
        drafts[drafts.count - 1].header = component.detached()
      case .component(let kind):
        guard kind == .vtimezone, case .component(let component) = batch[index] else { continue }
        drafts[drafts.count - 1].zones.append(component.detached())
        learned(&drafts)
      case .properties:
        guard case .properties(let component) = batch[index], !drafts.isEmpty else { continue }
        drafts[drafts.count - 1].trailing.append(component.detached())
        learned(&drafts)
      case .close: continue
      case .other:
        // Text outside of any calendar: what is told of it depends on what follows.
        if !cursor.isInside, needsPlaces, !batch[index].bytes.allSatisfy(\.isWhiteSpace) { isDoubtful = true }
      case .problem: continue
      }
    }
    var calendars: [Survey.Calendar] = []
    for (index, draft) in drafts.enumerated() {
      let calendar = draft.calendar ?? make(draft)
      calendars.append(calendar)
      contexts.append(calendar.context)
      if index < drafts.count - 1 || !cursor.isInside {
        holders[calendar.place.listIdentifier, default: 0] += 1
      }
    }
    open = cursor.isInside ? drafts.last : nil
    open?.calendar = calendars.last
    open?.isHandedOut = true
    if isEmpty, !batch.bytes[batch.content].allSatisfy(\.isWhiteSpace) { isEmpty = false }
    return LiveBatch(batch: batch, first: first, calendars: calendars, starts: starts)
  }

  /// Something of the last calendar was not known before.
  private mutating func learned(_ drafts: inout [Draft]) {
    drafts[drafts.count - 1].calendar = nil
    if drafts[drafts.count - 1].isHandedOut { isDoubtful = true }
  }

  private mutating func make(_ draft: Draft) -> Survey.Calendar {
    let context = CalendarContext(
      header: draft.header, trailing: draft.trailing,
      zones: draft.zones.isEmpty ? .empty : ZoneTable(draft.zones),
      file: file)
    // It may be a list of its own or part of its folder: only its end tells.
    if needsPlaces && context.identifier == nil && context.title == nil {
      if draft.header != nil { isUnnamed = true } else { isDoubtful = true }
    }
    let identifier = context.listIdentifier(inFile: fileName)
    let place = Query.Place(
      source: folder.source, listIdentifier: identifier, listTitle: context.listTitle(inFile: fileName))
    names?.see(place)
    return Survey.Calendar(
      context: context, place: place,
      list: ModelIdentifier.Name(identifier, holder: holders[identifier, default: 0] + 1))
  }
}

/// A batch and what is known of its calendars.
package struct LiveBatch: Sendable {
  package let batch: ItemBatch
  /// Which of the input's calendars the first one is.
  let first: Int
  /// One for each of `starts`.
  let calendars: [Survey.Calendar]
  /// The indices of the items with which they begin in this batch.
  let starts: [Int]

  /// Walks the indices of the items, each with its calendar; those that stand in no calendar are given the
  /// one before.
  package func forEach(_ body: (Int, Survey.Calendar) -> Void) {
    forEach { index, calendar, _ in body(index, calendar) }
  }

  /// The same, with the calendar's number in the input.
  func forEach(_ body: (Int, Survey.Calendar, Int) -> Void) {
    var calendar = calendars.first ?? .none
    var next = 0
    for index in batch.indices {
      if next < starts.count, index >= starts[next], next < calendars.count {
        calendar = calendars[next]
        next += 1
      }
      body(index, calendar, first + max(0, next - 1))
    }
  }
}

extension Survey.Calendar {
  /// Of no calendar.
  static let none = Survey.Calendar(
    context: .none, place: Query.Place(source: .standardInput, listIdentifier: "", listTitle: ""),
    list: ModelIdentifier.Name(""))
}
