internal import ICalendar

/// The saved data of a selected element, to find it again after a refresh, a rename or another export.
public struct Selection: Sendable, Hashable {
  /// The identifier at the time of the selection.
  public var identifier: ModelIdentifier
  /// The title of its source at the time of the selection.
  public var sourceTitle: String
  /// The title of its list at the time of the selection; nil for a source.
  public var listTitle: String?
  /// The title of the reminder; nil for a list or a source.
  public var title: String?
  /// CREATED and due in ISO 8601, a zone's name behind a space.
  public var created: String?
  /// DUE as it was written.
  public var due: String?

  /// A selection of which all is known, as one that was saved.
  public init(
    identifier: ModelIdentifier, sourceTitle: String, listTitle: String? = nil, title: String? = nil,
    created: String? = nil, due: String? = nil
  ) {
    (self.identifier, self.sourceTitle, self.listTitle) = (identifier, sourceTitle, listTitle)
    (self.title, self.created, self.due) = (title, created, due)
  }

  /// Selects the element at a path; nil if there is none.
  public init?(_ path: Catalog.IndexPath, in catalog: Catalog) {
    guard let identifier = catalog.modelIdentifier(at: path) else { return nil }
    let reminder = catalog.reminder(at: path)
    self.init(
      identifier: identifier, sourceTitle: catalog.sources[path.source].source.title,
      listTitle: catalog.list(at: path)?.list.title, title: reminder?.title,
      created: reminder?.created.map { FieldValue.moment($0).description },
      due: reminder?.due.map { FieldValue.moment($0).description })
  }
}

/// The result of resolving a selected element.
public enum Resolution: Sendable, Hashable {
  /// The element is in its old place.
  case found(Catalog.IndexPath)
  /// One other element has the same UID.
  case moved(Catalog.IndexPath)
  /// Elements that may be it, the likeliest first. Never to be taken without asking.
  case similar([Catalog.IndexPath])
  /// The element is gone; its list or its source may still exist.
  case gone(nearest: Catalog.IndexPath?)

  /// The word for it in JSON: `found`, `moved`, `similar` or `gone`.
  public var word: String {
    switch self {
    case .found: "found"
    case .moved: "moved"
    case .similar: "similar"
    case .gone: "gone"
    }
  }
}
