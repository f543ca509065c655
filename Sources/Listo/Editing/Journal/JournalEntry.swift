internal import ICalendar
internal import ListoEditing
internal import ListoFormats
internal import ListoModel
internal import Platform

/// The journal's record of a command: JSON lines (one value a line), so that each part is read under bounds
/// of its own.
///
///     {"listo-journal":1,"kind":"edit","label":"done Bread","time":1795467600,"items":1,"files":1}
///     {"file":"/home/a/tasks/1.ics","kind":"changed","before":{"size":210,"sha256":"…"},"after":{…},"splices":1}
///     {"at":48,"line":4,"item":"…","old":"BEGIN:VTODO…","new":"BEGIN:VTODO…"}
///     {"end":3}
struct JournalEntry: Sendable {
  static let version = 1

  struct File: Sendable {
    let change: FileChange
    /// Nil where it was not there.
    let before: FileSeal?
    /// Nil where it is gone.
    let after: FileSeal?

    /// These are its bytes before the change.
    func isBefore(_ bytes: [UInt8]) -> Bool {
      before?.size == bytes.count && before == FileSeal(bytes, around: change.splices)
    }

    /// These are its bytes behind the change.
    func isAfter(_ bytes: [UInt8]) -> Bool {
      after?.size == bytes.count && after == FileSeal(bytes, around: change.inverse.splices)
    }

    init(_ change: FileChange, before: FileSeal?, after: FileSeal?) {
      (self.change, self.before, self.after) = (change, before, after)
    }
  }

  let kind: Transaction.Kind
  let label: String
  /// In seconds since 1970.
  let time: Instant
  let notes: [EditPlan.Note]
  private(set) var files: [File]

  var itemCount: Int { files.reduce(0) { $0 + $1.change.itemCount } }

  func transaction(_ id: Transaction.ID) -> Transaction {
    Transaction(
      id: id, kind: kind, label: label, time: time, files: files.map(\.change), notes: notes)
  }

  // MARK: Writing

  /// One that is to be written, with the files that it is written with.
  init(kind: Transaction.Kind, label: String, time: Instant, notes: [EditPlan.Note] = []) {
    (self.kind, self.label, self.time, self.notes, files) = (kind, label, time, notes, [])
  }

  /// Hands the bytes of an entry on in pieces: of many files they are many, and the values they are made of
  /// still more.
  ///
  /// - Parameter edits: the files of it.
  /// - Throws: ``WorkError``, and what `put` throws.
  func write(
    _ edits: [any FileEdit], _ put: (ArraySlice<UInt8>) throws(WorkError) -> Void
  ) throws(WorkError) {
    var piece: [UInt8] = []
    var count = 0
    func add(_ line: JSONValue) throws(WorkError) {
      piece += line.compact
      piece.append(0x0A)
      count += 1
      guard piece.count >= Self.pieceSize else { return }
      try put(piece[...])
      piece.removeAll(keepingCapacity: true)
    }
    try add(head(edits))
    for edit in edits {
      try add(Self.json(edit))
      try edit.forEachSplice { (splice) throws(WorkError) in try add(Self.json(splice)) }
    }
    try add(.object(present: ["end": .number(count)]))
    try put(piece[...])
  }

  private static let pieceSize = 1 << 16

  private func head(_ edits: [any FileEdit]) -> JSONValue {
    let (name, of): (String, Transaction.ID?) =
      switch kind {
      case .edit: ("edit", nil)
      case .undo(let id): ("undo", id)
      case .redo(let id): ("redo", id)
      }
    return .object(present: [
      "listo-journal": .number(Self.version), "kind": .string(name), "of": of.map { .number($0.number) },
      "label": .string(label), "time": .number(Int(time.seconds)),
      "items": .number(edits.reduce(0) { $0 + $1.itemCount }), "files": .number(edits.count),
      "notes": notes.isEmpty
        ? nil
        : .array(
          notes.map {
            .object(present: ["item": .string($0.identifier.description), "text": .string($0.text)])
          }),
    ])
  }

  private static func json(_ edit: any FileEdit) throws(WorkError) -> JSONValue {
    let (before, after) = try edit.seals()
    return .object(present: [
      "file": .string(edit.path), "kind": .string(edit.kind.rawValue),
      "folder": edit.ownsFolder ? .bool(true) : nil, "before": before.map(json),
      "after": after.map(json), "splices": .number(edit.spliceCount),
    ])
  }

  private static func json(_ seal: FileSeal) -> JSONValue {
    .object(present: ["size": .number(seal.size), "sha256": .string(seal.digest)])
  }

  private static func json(_ splice: FileChange.Splice) -> JSONValue {
    let (old, new) = (text(splice.old), text(splice.new))
    return .object(present: [
      "at": .number(splice.offset), "line": .number(splice.line),
      "item": splice.item.map { .string($0.description) }, "old": old,
      "old-hex": old == nil ? .string(String(hexadecimal: splice.old)) : nil, "new": new,
      "new-hex": new == nil ? .string(String(hexadecimal: splice.new)) : nil,
    ])
  }

  /// Nil for what is not UTF-8.
  private static func text(_ bytes: [UInt8]) -> JSONValue? {
    String(validating: bytes, as: UTF8.self).map { .string($0) }
  }

  // MARK: Reading

  /// Parses the first line of an entry, which has everything except its files.
  static func read(head line: [UInt8]) -> Journal.Content {
    guard let head = JSONValue(json: line), let version = head["listo-journal"]?.integer else {
      return .broken("it is not a journal entry")
    }
    guard version <= Self.version else { return .laterVersion }
    return JournalEntry(head).map { .entry($0) } ?? .broken("it cannot be parsed")
  }

  static func read(_ bytes: [UInt8], _ id: Transaction.ID) -> Journal.Content {
    let lines = bytes.split(separator: 0x0A).map { Array($0) }
    guard let first = lines.first.flatMap({ JSONValue(json: $0) }),
      let version = first["listo-journal"]?.integer
    else { return .broken("it is not a journal entry") }
    guard version <= Self.version else { return .laterVersion }
    guard let last = lines.last.flatMap({ JSONValue(json: $0) }), last["end"]?.integer == lines.count - 1
    else {
      return .broken("its end is missing")
    }
    guard let entry = JournalEntry(first, lines[1..<(lines.count - 1)]) else {
      return .broken("it cannot be parsed")
    }
    return .entry(entry)
  }

  /// Without its files.
  private init?(_ head: JSONValue) {
    guard let name = head["kind"]?.text, let label = head["label"]?.text, let time = head["time"]?.integer
    else { return nil }
    let of = head["of"]?.integer.map { Transaction.ID($0) }
    switch (name, of) {
    case ("edit", nil): kind = .edit
    case ("undo", let of?): kind = .undo(of)
    case ("redo", let of?): kind = .redo(of)
    default: return nil
    }
    (self.label, self.time) = (label, Instant(seconds: Int64(time)))
    notes = (head["notes"]?.elements ?? []).compactMap { note in
      guard let item = note["item"]?.text.flatMap({ ModelIdentifier($0) }), let text = note["text"]?.text
      else { return nil }
      return EditPlan.Note(item, text)
    }
    files = []
  }

  private init?(_ head: JSONValue, _ lines: ArraySlice<[UInt8]>) {
    self.init(head)
    guard let count = head["files"]?.integer else { return nil }
    var rest = lines
    while let line = rest.popFirst() {
      guard let value = JSONValue(json: line), let splices = value["splices"]?.integer,
        splices <= rest.count,
        let file = File(value, rest.prefix(splices))
      else { return nil }
      rest = rest.dropFirst(splices)
      files.append(file)
    }
    guard files.count == count else { return nil }
  }
}

extension JournalEntry.File {
  fileprivate init?(_ json: JSONValue, _ lines: ArraySlice<[UInt8]>) {
    guard let path = json["file"]?.text, let kind = json["kind"]?.text.flatMap(FileChange.Kind.init) else {
      return nil
    }
    var splices: [FileChange.Splice] = []
    for line in lines {
      guard let splice = JSONValue(json: line).flatMap(FileChange.Splice.init) else { return nil }
      splices.append(splice)
    }
    self.init(
      FileChange(path, kind, splices, ownsFolder: json["folder"] == .bool(true)),
      before: json["before"].flatMap(FileSeal.init), after: json["after"].flatMap(FileSeal.init))
    let isWhole =
      (before != nil || kind == .created) && (after != nil || kind == .removed) && path.hasPrefix("/")
    guard isWhole else { return nil }
  }
}

extension FileSeal {
  fileprivate init?(_ json: JSONValue) {
    guard let size = json["size"]?.integer, let digest = json["sha256"]?.text else { return nil }
    self.init(size: size, digest: digest)
  }
}

extension FileChange.Splice {
  fileprivate init?(_ json: JSONValue) {
    guard let offset = json["at"]?.integer, offset >= 0, let line = json["line"]?.integer,
      let old = Self.bytes(json["old"], json["old-hex"]), let new = Self.bytes(json["new"], json["new-hex"])
    else { return nil }
    self.init(
      offset: offset, line: line, old: old, new: new,
      item: json["item"]?.text.flatMap { ModelIdentifier($0) })
  }

  private static func bytes(_ text: JSONValue?, _ hex: JSONValue?) -> [UInt8]? {
    if let text = text?.text { return Array(text.utf8) }
    return hex?.text.flatMap { [UInt8](hexadecimal: $0) }
  }
}
