internal import ICalendar

/// Collects what a ``Survey`` knows, batch by batch.
struct SurveyBuilder {
  private let file: String
  private(set) var contexts: [CalendarContext] = []
  private(set) var problems: [Diagnostic] = []
  private(set) var isEmpty = true
  private(set) var counts: [ComponentKind: Int] = [:]
  private(set) var overriddenUIDs: Set<[UInt8]> = []
  private(set) var holders: [Int: Int] = [:]
  private(set) var size = 0
  /// More than one UID was seen.
  private var hasSeveralUIDs = false
  private var firstUID: [UInt8]?
  private var names = HashCounts()
  private var ordinal = 0
  private var header: Component?
  private var trailing: [Component] = []
  private var zones: [Component] = []
  private var hasComponents = false
  private var sawInvalidText = false

  init(file: String) { self.file = file }

  /// The rule of ``CalendarFile/isListOfItsOwn``.
  var isListOfItsOwn: Bool {
    contexts.count > 1 || hasSeveralUIDs
      || contexts.contains { $0.identifier != nil || $0.title != nil }
  }

  mutating func take(_ batch: ItemBatch) {
    size += batch.bytes.count
    for item in batch {
      switch item {
      case .open(let component):
        close()
        header = component.detached()
      case .properties(let component): trailing.append(component.detached())
      case .component(let component): see(component)
      case .close: close()
      case .other(let bytes): if isEmpty, !bytes.allSatisfy(\.isWhiteSpace) { isEmpty = false }
      case .problem(var problem):
        problem.file = file
        problems.append(problem)
      }
    }
    problems += batch.malformedLines.map { $0.inFile(file) }
      if !sawInvalidText, let line = batch.firstInvalidLine {
      sawInvalidText = true
      problems.append(
        Diagnostic(
          .warning, .invalidUTF8, file: file, line: line,
          "bytes that are not UTF-8; they are kept, and shown as \u{FFFD}"))
    }
  }

  mutating func finish() { close() }

  private mutating func see(_ component: Component) {
    hasComponents = true
    counts[component.kind, default: 0] += 1
    defer { ordinal += 1 }
    guard component.kind != .vtimezone else { return zones.append(component.detached()) }
    let uid = component.first(.uid)?.value ?? []
    if let firstUID {
      if !hasSeveralUIDs && !firstUID.elementsEqual(uid) { hasSeveralUIDs = true }
    } else {
      firstUID = Array(uid)
    }
    guard component.kind == .vtodo else { return }
    let recurrenceID = component.first(.recurrenceID)
    if recurrenceID != nil { overriddenUIDs.insert(Array(uid)) }
    let count = names.count(contexts.count, uid, recurrenceID?.value ?? [])
    if count > 1 {
      holders[ordinal] = count
      problems.append(
        Diagnostic(
          .warning, .duplicateIdentifier, file: file, line: component.lineNumber,
          "a reminder with the UID \(String(decoding: uid, as: UTF8.self)) was in this list before; "
            + "this one is named with ~\(count)"))
    }
  }

  private mutating func close() {
    defer { (header, trailing, zones, hasComponents) = (nil, [], [], false) }
    guard header != nil || hasComponents else { return }
    isEmpty = false
    contexts.append(
      CalendarContext(
        header: header, trailing: trailing, zones: zones.isEmpty ? .empty : ZoneTable(zones), file: file))
  }
}

/// How often each name was seen, by 64 bits of a hash of it: 16 to 32 bytes a name, whatever its length.
///
/// Two names out of a million share 64 bits with a probability of 3 in 100 million; then the second is taken for a repetition.
struct HashCounts {
  private var slots = [UInt64](repeating: 0, count: 1024)
  private var used = 0
  /// Of those that were seen more than once.
  private var repeated: [UInt64: Int] = [:]

  /// Counts a name, given in parts; returns how often it was seen, this time included.
  mutating func count(_ calendar: Int, _ parts: ArraySlice<UInt8>...) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: calendar)
    for part in parts {
      for byte in part { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      hash = (hash ^ 0xFF00) &* 0x0000_0100_0000_01B3
    }
    hash ^= hash >> 29
    if hash == 0 { hash = 1 }
    if used * 2 >= slots.count { grow() }
    if insert(hash) { return 1 }
    repeated[hash, default: 1] += 1
    return repeated[hash] ?? 2
  }

  private mutating func insert(_ hash: UInt64) -> Bool {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      if slots[slot] == hash { return false }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = hash
    used += 1
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    used = 0
    for hash in old where hash != 0 { _ = insert(hash) }
  }
}
