internal import Listo

/// Says so when a list or a source that was asked for does not exist, and which one may have been meant.
struct NameCheck {
  private let places: [Query.Place]
  private let catalog: Catalog

  init(_ catalog: Catalog) { (places, self.catalog) = (catalog.places, catalog) }

  /// A name of `--list` or `--source` has to be there; of one in an expression that is not there, a note is
  /// enough: the expression may be a saved one, which is asked of many inputs.
  ///
  /// - Throws: ``Failure`` with status 64.
  func check(_ conditions: ConditionOptions, _ query: Query, _ reporter: Reporter) throws(Failure) {
    try reporter.run { () throws(WorkError) in try conditions.placeNames.check(places) }
    var names = NamedPlaces(in: query)
    for place in places { names.see(place) }
    Self.note(names, reporter)
    note(tags: conditions.tag, reporter)
  }

  /// Names the tags of `--tag` that no reminder has. A note is enough: a tag is gone when the last reminder
  /// that had it is.
  private func note(tags: [String], _ reporter: Reporter) {
    for tag in catalog.unknownTags(tags) {
      let near =
        UnknownName.guess(tag, in: catalog.tags().sorted())
        ?? (tag.contains(",") ? "for several tags, repeat --tag" : nil)
      reporter.note(
        "note: no reminder has the tag '\(tag)'; \(near ?? "listo list --group tag shows the tags")"
      )
    }
  }

  /// Names those that nothing has.
  static func note(_ names: NamedPlaces, _ reporter: Reporter) {
    for name in names.missing {
      let known = if case .list = name { names.listTitles } else { names.sourceTitles }
      reporter.note("note: " + words(name, known))
    }
  }

  static func words(_ name: NamedPlaces.Name, _ known: [String]) -> String {
    let kind = if case .list = name { "list" } else { "source" }
    return UnknownName.words(kind, name.text, known, more: "listo calendars")
  }
}
