internal import Listo

/// Shows an element of a catalog, or what became of a selection.
struct Viewer {
  var catalog: Catalog
  let names: ShortNames
  let context: ViewContext
  let surface: Surface
  var lines: [String: LineMap] = [:]

  /// A reminder in full; of a list or a source, its reminders.
  func text(_ path: Catalog.IndexPath) -> String {
    if path.reminder != nil {
      return ShowView(catalog: catalog, names: names, context: context, surface: surface, lines: lines).text(
        path)
        ?? ""
    }
    var list = ListView(catalog: catalog, names: names, context: context, surface: surface)
    list.selected = Set(
      catalog.reminderPaths.filter { $0.source == path.source && (path.list == nil || $0.list == path.list) })
    return list.text()
  }

  /// A reminder as a JSON object; the selection of a list or source.
  func json(_ path: Catalog.IndexPath) -> String {
    let bytes = path.reminder == nil ? nil : catalog.json(at: path, currentIn: context)
    return bytes.map { String(decoding: $0, as: UTF8.self) + "\n" } ?? selection(path)
  }

  /// The selection of an element, by which it is found again.
  func selection(_ path: Catalog.IndexPath) -> String {
    Selection(path, in: catalog).map { $0.json.prettyText } ?? "null\n"
  }

  // MARK: Selections

  /// The answer in words, and below it what was found.
  func text(_ resolution: Resolution, of saved: Selection) -> String {
    switch resolution {
    case .found(let path): "found: in the same place.\n\n" + text(path)
    case .moved(let path): "moved: it is in \(place(path)) now.\n\n" + text(path)
    case .similar(let paths): similar(paths, saved)
    case .gone(nil): "gone: the reminder, its list and its source are not here.\n"
    case .gone(let nearest?):
      "gone: it is no longer in its \(nearest.list == nil ? "source" : "list"), \(place(nearest)).\n\n"
        + text(nearest)
    }
  }

  private func similar(_ paths: [Catalog.IndexPath], _ saved: Selection) -> String {
    var text =
      "similar: it is no longer here; \(paths.count == 1 ? "this" : "one of these") may be the same:\n\n"
    for path in paths { text += "  \(PlaceWords(catalog).element(path, names))\n" }
    return text
  }

  private func place(_ path: Catalog.IndexPath) -> String { PlaceWords(catalog).place(path) }
}
