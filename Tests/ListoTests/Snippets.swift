import Listo

/// What an app does with Listo, as articles show it: what stands between two marks is the block of code in
/// one of them, word for word (``ArticleTests``). `print` here keeps what an app would show.
struct Snippets {
  private(set) var printed: [String] = []

  private mutating func print(_ text: String) { printed.append(text) }
  private mutating func print(_ error: StoreError) { printed.append("\(error.path): cannot be read") }

  mutating func list(_ folder: String) {
    // snippet
    let opened = Catalog.open(folder)
    for list in opened.catalog.lists {
      print(list.title)
      for reminder in list.reminders { print("  " + (reminder.title ?? "Untitled")) }
    }
    for failure in opened.failures { print(failure) }
    // end
  }

  mutating func find(_ identifier: ModelIdentifier, in catalog: Catalog) {
    // snippet
    guard let reminder = catalog[identifier] else { return }
    print(reminder.title ?? "Untitled")
    for subtask in catalog.children(of: identifier) { print("  " + (subtask.title ?? "Untitled")) }
    // end
  }

  func change(_ identifier: ModelIdentifier, in path: String, _ view: ViewContext) throws {
    // snippet
    let store = try CatalogStore([path])
    try store.apply("Rename", in: EditContext(view)) { edit throws(EditError) in
      try edit.apply(.set(.title, .text("Garden, at last")), to: identifier)
    }
    // end
  }

  mutating func merge(_ laptop: String, _ phone: String, to path: String) throws {
    // snippet
    let plan = try Merge.plan([laptop, phone])
    try plan.save(path)
    for line in try plan.text() { print(line) }
    // end
  }

  func json(_ folder: String) -> [UInt8] {
    // snippet
    let json = Catalog.open(folder).catalog.json()
    // end
    return json
  }
}
