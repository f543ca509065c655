internal import Listo

/// A group of duplicates, and its fate.
struct DuplicateView {
  struct Group {
    let found: DuplicateGroup
    /// The newest first, in the order of the pairs.
    let identifiers: [ModelIdentifier]

    init(_ found: DuplicateGroup, identifiers: [ModelIdentifier]) {
      (self.found, self.identifiers) = (found, identifiers)
    }
  }

  enum Outcome: String {
    case found, joined, refused
  }

  let group: Group
  /// The lines that joining adds and drops; nil if it is impossible.
  let joined: JoinedReminders?
  let refusal: EditError?
  var outcome: Outcome

  /// A person has to decide: a date, note or alarm would be dropped.
  var isLossy: Bool { joined?.isLossy ?? false }

  init(_ group: Group, _ result: Result<JoinedReminders, EditError>) {
    self.group = group
    switch result {
    case .success(let joined): (self.joined, refusal, outcome) = (joined, nil, .found)
    case .failure(let error): (joined, refusal, outcome) = (nil, error, .refused)
    }
  }
}

/// Groups of duplicates for people and for scripts.
struct DuplicateReport {
  let groups: [DuplicateView]
  /// Nil where nothing was written.
  let transaction: Transaction?
  /// The reminders as they were found.
  private let lookup: Lookup
  private var catalog: Catalog { lookup.catalog }

  init(groups: [DuplicateView], transaction: Transaction?, session: EditSession) {
    (self.groups, self.transaction) = (groups, transaction)
    lookup = session.lookup
  }

  var text: String {
    if groups.isEmpty { return "no duplicates\n" }
    var text = lines.map { Visible.line($0) + "\n" }.joined()
    for note in transaction?.notes ?? [] {
      text += Visible.line("also: \(catalog.words(of: note.identifier)): \(note.text)") + "\n"
    }
    if let id = transaction?.id { text += "listo undo \(id) takes it back\n" }
    return text
  }

  /// All groups.
  var lines: [String] { groups.flatMap(lines) }

  func lines(of view: DuplicateView) -> [String] {
    let found = view.group.found
    let head =
      switch view.outcome {
      case .found: "duplicates"
      case .joined: "joined"
      case .refused: "not joined"
      }
    let names = names(of: [found.kept] + found.others)
    var lines = ["\(head): \(names[0])"]
    lines += zip(names.dropFirst(), found.pairs).map { name, pair in
      "  with \(name): score \(pair.scoreText) (\(pair.reasons.joined(separator: ", ")))"
    }
    lines += Self.words(view.joined?.added).map { "  added: " + $0 }
    lines += Self.words(view.joined?.dropped).map { "  dropped: " + $0 }
    if let reason = reason(view) { lines.append("  " + reason) }
    return lines
  }

  /// Each in a line; with its place in a file if two of them are in lists of one title.
  private func names(of paths: [Catalog.IndexPath]) -> [String] {
    let lists = paths.compactMap { catalog.list(at: $0) }
    let isUnclear = Set(lists.map(\.list.title)).count < Set(lists.map(\.identifier)).count
    return paths.map { path in
      guard isUnclear, let reminder = catalog.reminder(at: path) else { return lookup.line(path) }
      return "\(lookup.line(path)), \(reminder.calendar.file):\(reminder.component.lineNumber)"
    }
  }

  /// `{"listo":"dedupe","version":1,"transaction":…,"groups":[{"score":"0.93","reasons":[…],"outcome":"joined","kept":{"id":…,
  /// "shortName":…,"title":…,"list":…,"file":…,"line":…},"others":[…],"added":[…],"dropped":[…]}]}`;
  /// `transaction` is null where nothing was written.
  var json: JSONValue {
    .object(present: [
      "listo": "dedupe", "version": 1, "transaction": transaction?.id.map { .number($0.number) } ?? .null,
      "groups": .array(
        groups.map { view in
          let found = view.group.found
          return .object(present: [
            "score": .string(found.leastAlike.scoreText), "reasons": .strings(found.leastAlike.reasons),
            "outcome": .string(view.outcome.rawValue), "reason": reason(view).map { .string($0) },
            "kept": item(found.kept), "others": .array(found.pairs.map { item($0.second, $0) }),
            "added": .strings(Self.words(view.joined?.added)),
            "dropped": .strings(Self.words(view.joined?.dropped)),
          ])
        }),
    ])
  }

  /// - Parameter pair: it and the kept one.
  private func item(_ path: Catalog.IndexPath, _ pair: Duplicate? = nil) -> JSONValue {
    guard let reminder = catalog.reminder(at: path), let identifier = catalog.modelIdentifier(at: path) else {
      return .null
    }
    return .object(present: [
      "id": .string(identifier.description), "shortName": .string(lookup.names().name(of: identifier)),
      "title": reminder.title.map { .string($0) },
      "list": catalog.list(at: path).map { .string($0.list.title) },
      "file": .string(reminder.calendar.file), "line": .number(reminder.component.lineNumber),
      "score": pair.map { .string($0.scoreText) }, "reasons": pair.map { .strings($0.reasons) },
    ])
  }

  /// Why a group is not joined.
  private func reason(_ view: DuplicateView) -> String? {
    switch view.refusal {
    case .readOnly(let list, let reason)?:
      "\(catalog.list(list)?.title ?? "\(list)"): \(reason)"
    case .refused(_, let reason, _)?, .wrongValue(_, let reason)?: reason
    case .notFound?: "it is no longer there"
    case nil:
      view.outcome == .refused
        ? "a date, note or alarm would be dropped; to join them, run listo dedupe on a terminal" : nil
    }
  }

  /// `VALARM TRIGGER:-PT5M`.
  private static func words(_ lines: [MergeDecision.Line]?) -> [String] {
    (lines ?? []).map { ($0.path + [$0.text]).joined(separator: " ") }
  }
}
