public import ListoFormats
internal import ListoModel

extension FileDifference {
  /// Differences of several files: what `--dry-run --json` prints.
  ///
  ///     {"listo":"dry-run","version":1,"files":[{"file":…,"kind":"changed","passages":[{"line":4,"removed":[…],"added":[…]}]}]}
  ///
  /// A passage has the lines that go and those that come. A file in which nothing changes is left out.
  public static func json(of differences: [FileDifference]) -> JSONValue {
    let files = differences.filter { !$0.passages.isEmpty || $0.kind != .changed }
    return .object(present: [
      "listo": "dry-run", "version": 1,
      "files": .array(
        files.map { file in
          .object(present: [
            "file": .string(file.path), "kind": .string(file.kind.rawValue),
            "passages": .array(file.passages.map(\.json)),
          ])
        }),
    ])
  }
}

extension FileDifference.Passage {
  fileprivate var json: JSONValue {
    let removed = lines.compactMap { if case .removed(let line) = $0 { line } else { nil } }
    let added = lines.compactMap { if case .added(let line) = $0 { line } else { nil } }
    return .object(present: [
      "line": .number(line), "removed": .strings(removed), "added": .strings(added),
    ])
  }
}
