internal import ICalendar
internal import ListoModel

extension Format {
  /// The exports that Listo reads through maps of its own.
  public static let maps: [Format] = ExportMap.builtIn.map { Format($0) }

  /// An export that is read through a map.
  package init(_ map: ExportMap) {
    let children: [FieldID] = map.form.children.isEmpty ? [] : [.parent]
    let fields = (map.form.fields.map(\.id) + children).map { ($0, Capabilities.Fidelity.exact) }
    self.init(
      map: map.text, name: map.name, title: map.title, extensions: [map.kind.fileExtension], holds: map.holds,
      options: map.options,
      capabilities: Capabilities(
        fields: Dictionary(fields, uniquingKeysWith: { first, _ in first }),
        aspects: map.form.list.isEmpty ? [:] : [.lists: .exact]),
      recognise: { _, _ in .none }, makeReader: { MapReader(map.with($0)) })
  }
}

extension ExportMap {
  /// The options of every map, and those of maps of tables.
  fileprivate var options: [FormatOption] {
    [
      FormatOption("lists", "what the lists become", value: .word(["lists", "tags"])),
      FormatOption(
        "skip", "leave out records with this value of a key, such as skip=closed:true", value: .text),
    ]
      + (kind == .csv
        ? [
          FormatOption(
            "dates", "the order of day, month and year in ambiguous dates",
            value: .word(DateOrder.allCases.map(\.rawValue))),
          FormatOption(
            "encoding", "the encoding; otherwise UTF-8, and Windows-1252 in lines that are not UTF-8",
            value: .word(ByteEncoding.allCases.map(\.rawValue))),
        ] : [])
  }

  /// The map with options.
  fileprivate func with(_ options: FormatOptions) -> ExportMap {
    var map = self
    if let order = options.value("dates").flatMap({ DateOrder(rawValue: $0.lowercased()) }) {
      map.dates = order
    }
    if let name = options.value("encoding").flatMap({ ByteEncoding(rawValue: $0.lowercased()) }) {
      map.encoding = name
    }
    map.listsAreTags = options.value("lists")?.lowercased() == "tags"
    map.skip = (options.values["skip"] ?? []).compactMap { text in
      guard let colon = text.lastIndex(of: ":"), let path = MapPath(String(text[..<colon])) else {
        return nil
      }
      return MapForm.Condition(path: path, values: [text[text.index(after: colon)...].lowercased()])
    }
    return map
  }

  /// The maps that are part of Listo, in the order in which they are listed.
  static let builtIn: [ExportMap] = files.map { builtIn($0.name, $0.toml) }

  /// The names of these.
  package static var names: [String] { files.map(\.name) }

  /// One of these by its name.
  static func builtIn(named name: String) -> ExportMap? {
    files.first { $0.name == name }.map { builtIn($0.name, $0.toml) }
  }

  private static func builtIn(_ name: String, _ toml: [UInt8]) -> ExportMap {
    do throws(Problem) { return try ExportMap(toml, name: name) } catch {
      preconditionFailure("the map \(name), line \(error.line): \(error.reason)")
    }
  }

  private static let files: [(name: String, toml: [UInt8])] = [
    ("reminders-cli", PackageResources.reminders_cli_toml),
    ("remindctl", PackageResources.remindctl_toml),
    ("rem", PackageResources.rem_toml),
    ("rem-csv", PackageResources.rem_csv_toml),
    ("ticktick", PackageResources.ticktick_toml),
    ("microsoft-todo", PackageResources.microsoft_todo_toml),
    ("things", PackageResources.things_toml),
    ("things-url", PackageResources.things_url_toml),
    ("things-csv", PackageResources.things_csv_toml),
    ("omnifocus", PackageResources.omnifocus_toml),
    ("todoist-api", PackageResources.todoist_api_toml),
    ("todoist-sync", PackageResources.todoist_sync_toml),
    ("tasks-org", PackageResources.tasks_org_toml),
    ("trello", PackageResources.trello_toml),
    ("google-keep", PackageResources.google_keep_toml),
    ("google-keep-note", PackageResources.google_keep_note_toml),
    ("google-tasks", PackageResources.google_tasks_toml),
    ("asana", PackageResources.asana_toml),
    ("asana-csv", PackageResources.asana_csv_toml),
    ("clickup", PackageResources.clickup_toml),
    ("clickup-csv", PackageResources.clickup_csv_toml),
    ("notion", PackageResources.notion_toml),
    ("planner", PackageResources.planner_toml),
    ("outlook", PackageResources.outlook_toml),
    ("super-productivity", PackageResources.super_productivity_toml),
    ("vikunja", PackageResources.vikunja_toml),
    ("planify", PackageResources.planify_toml),
    ("deck", PackageResources.deck_toml),
    ("deck-csv", PackageResources.deck_csv_toml),
    ("remember-the-milk", PackageResources.remember_the_milk_toml),
    ("toodledo", PackageResources.toodledo_toml),
    ("toodledo-xml", PackageResources.toodledo_xml_toml),
    ("wunderlist", PackageResources.wunderlist_toml),
    ("any-do", PackageResources.any_do_toml),
    ("habitica", PackageResources.habitica_toml),
    ("wekan", PackageResources.wekan_toml),
    ("tasknotes", PackageResources.tasknotes_toml),
  ]
}
