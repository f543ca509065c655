package import ListoFormats

extension SyncReport {
  /// The report of one account, as `listo sync --json` prints it.
  ///
  ///     {"requests":…,"lists":{"new-there":…,…},"items":{"changed-here":…,…},
  ///     "conflicts":[{"list":…,"title":…,"text":…,"repairs":[…]}],"waiting":[…],"stopped":[…],"notes":[…],"isUnsettled":…}
  ///
  /// `lists` and `items` are counted by ``ListStep/Kind`` and ``SyncStep/Kind``; counts of zero are absent.
  ///
  /// - Parameter requests: the number of requests of this sync.
  package func json(requests: Int) -> JSONValue {
    .object(present: [
      "requests": .number(requests), "lists": Self.json(lists), "items": Self.json(counts),
      "conflicts": Self.json(conflicts), "waiting": Self.json(waiting), "stopped": Self.json(stopped),
      "notes": Self.json(notes), "isUnsettled": .bool(isUnsettled),
    ])
  }

  /// In the order of the cases.
  private static func json<Kind: RawRepresentable<String> & CaseIterable & Hashable>(
    _ counts: [Kind: Int]
  ) -> JSONValue {
    .object(
      Kind.allCases.compactMap { kind in
        counts[kind].map { .init(key: kind.rawValue, value: .number($0)) }
      })
  }

  private static func json(_ lines: [Line]) -> JSONValue {
    .array(
      lines.map { line in
        .object(present: [
          "list": .string(line.list), "title": line.title.isEmpty ? nil : .string(line.title),
          "text": .string(line.text), "repairs": line.repairs.isEmpty ? nil : .strings(line.repairs),
        ])
      })
  }
}
