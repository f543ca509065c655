internal import ICalendar

extension Patch {
  /// The identity of a list in a patch.
  public struct ListName: Sendable, Hashable {
    /// The identifier from its calendar, else the name of its file or folder.
    public let identifier: String
    /// The title of the list.
    public let title: String
    /// The path of its file or folder, below the folder that holds all lists.
    public let path: String
    /// It is a folder, with a file for each item.
    public let isFolder: Bool
    /// Its number among those that have all of this in common: 1 for the first.
    public internal(set) var holder = 1

    /// Creates the name of a list.
    ///
    /// - Parameters:
    ///   - path: its file or folder, as the user named it.
    ///   - isFolder: whether each of its items has a separate file.
    public init(identifier: String, title: String, path: String, isFolder: Bool = false) {
      (self.identifier, self.title, self.path, self.isFolder) = (identifier, title, path, isFolder)
    }

    /// The last part of its path.
    public var fileName: String { path.split(separator: "/").last.map { String($0) } ?? path }

    /// Whether the identifier comes from its calendar and not from its file name.
    public var hasOwnIdentifier: Bool { identifier != fileName }

    /// Whether they can be one: an identifier that a calendar says never gives way to a title.
    func mayBe(_ other: ListName) -> Bool {
      identifier == other.identifier || !hasOwnIdentifier || !other.hasOwnIdentifier
    }

    /// Tells names apart that say the same, by their order.
    public static func numbered(_ names: [ListName]) -> [ListName] {
      var holders: [ListName: Int] = [:]
      return names.map { name in
        var name = name
        holders[name, default: 0] += 1
        name.holder = holders[name] ?? 1
        return name
      }
    }
  }
}

extension Patch.ListName {
  /// The names of all lists of a catalog.
  ///
  /// - Parameter folder: the one that holds them; empty where they were named one by one.
  static func names(in catalog: Catalog, below folder: String) -> [Catalog.IndexPath: Patch.ListName] {
    var places: [Catalog.IndexPath] = []
    var names: [Patch.ListName] = []
    for (section, source) in catalog.sources.enumerated() {
      for (row, list) in source.lists.enumerated() {
        places.append(Catalog.IndexPath(source: section, list: row))
        names.append(
          Patch.ListName(
            identifier: list.list.identifier, title: list.list.title, path: path(of: list, below: folder),
            isFolder: list.calendars.first.map { $0.file != list.place } ?? false))
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(places, Self.numbered(names)))
  }

  private static func path(of list: Catalog.ListNode, below folder: String) -> String {
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    if !folder.isEmpty, list.place.hasPrefix(start), list.place.utf8.count > start.utf8.count {
      return String(list.place.dropFirst(start.count))
    }
    return list.place.split(separator: "/").last.map { String($0) } ?? list.place
  }
}

extension Patch.ListName {
  /// The line of a patch that names it.
  func line(_ name: String) -> [UInt8] {
    var parameters = [Parameter(name: "TITLE", values: [title]), Parameter(name: "FILE", values: [path])]
    if isFolder { parameters.append(Parameter(name: "KIND", values: ["FOLDER"])) }
    if holder > 1 { parameters.append(Parameter(name: "NUMBER", values: [String(holder)])) }
    return ContentLineText.line(name, parameters: parameters, value: TextValue.encode(identifier))
  }

  init(_ line: Property) {
    self.init(
      identifier: line.text, title: line.parameter("TITLE")?.value ?? "",
      path: line.parameter("FILE")?.value ?? "", isFolder: line.parameter("KIND")?.value == "FOLDER")
    holder = line.parameter("NUMBER").flatMap { Int($0.value) } ?? 1
  }
}
