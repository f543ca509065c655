package import ListoFormats
internal import ListoModel

extension FileDifference {
  /// Returns the differences of several files, as `--dry-run --json` prints them.
  ///
  ///     {"listo":"dry-run","version":1,"files":[{"file":…,"kind":"changed","passages":[{"line":4,"removed":[…],"added":[…]}]}]}
  ///
  /// A passage has the removed and the added lines. Unchanged files are left out.
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
