internal import Listo

/// The focus of today, as it was picked: remembered beside the selection, in `focus`, and in no reminder. On
/// another day it is empty.
struct FocusFile {
  private let lines = StateLines(name: "focus", title: "listo focus 1")

  /// The reminders and lists that were picked on a day; each is found again though it was moved, or got
  /// another name. Those that are gone or done are left out.
  ///
  /// - Parameter today: of the viewer.
  func load(_ catalog: Catalog, today: Day) -> [ModelIdentifier] {
    guard let saved = lines.read(), saved.first == "\(today)" else { return [] }
    return saved.dropFirst().compactMap { line in
      guard let selection = try? Selection(json: Array(line.utf8)) else { return nil }
      switch selection.resolve(in: catalog) {
      case .found(let path), .moved(let path):
        return catalog.reminder(at: path)?.isOpen ?? true ? catalog.modelIdentifier(at: path) : nil
      case .similar, .gone: return nil
      }
    }
  }

  /// Something was picked on a day.
  func isFor(_ today: Day) -> Bool { lines.read()?.first == "\(today)" }

  /// - Throws: ``Failure`` with status 73.
  func save(_ identifiers: [ModelIdentifier], _ catalog: Catalog, today: Day) throws(Failure) {
    let selections = identifiers.compactMap(catalog.indexPath).compactMap { Selection($0, in: catalog) }
    try lines.write(
      selections.isEmpty
        ? [] : ["\(today)"] + selections.map { String(decoding: $0.json.compact, as: UTF8.self) })
  }

  func clear() throws(Failure) { try lines.write([]) }
}
