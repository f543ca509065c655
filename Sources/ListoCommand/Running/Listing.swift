internal import ArgumentParser
internal import Listo
private import Platform

/// Prints reminders of a catalog the way that the options ask for: what `list` and the views have in common.
struct Listing {
  let catalog: Catalog
  let context: ViewContext
  let options: ListingOptions
  let limit: Int?
  let surface: Surface
  let reporter: Reporter
  /// The reminders that match; nil for all.
  var selected: Set<Catalog.IndexPath>?
  /// Completed and cancelled reminders are shown without being asked for.
  var showsFinished = false
  /// The view that is shown: its order and grouping where none are asked for, and its words for nothing.
  var view: ViewQuery?
  /// The reminder that was selected.
  var selection: Catalog.IndexPath?
  /// The catalog as it was read: its identifiers have the short names.
  var original: Catalog?
  /// The number of older reminders, which the view only counts.
  var older = 0
  /// Series are shown at each of their times in a range, and not at their current occurrences.
  var isExpanded = false
  /// The lists that show running numbers.
  var numbered = NumberedLists.marked
  /// Shows what is longer than the screen.
  var pager: Pager?

  /// - Throws: ``Failure``.
  func run() throws(Failure) {
    Heap.leave(catalog)
    if options.json { return try printJSON() }
    if let template = try options.chosenTemplate() { return try printLines(template) }
    if let columns = try options.chosenColumns() {
      let values = ListingValues(catalog, shortNames, context, surface.glyphs)
      var view = ColumnsView(columns: columns, surface: surface, values: values)
      return try Printing.print(view.text(shown), reporter, pager)
    }
    let opening = older > 0 ? [GroupedView.older(older, surface), StyledLine()] : []
    let group = options.group ?? view?.query.grouping ?? .list
    if group == .list {
      if let nothing = view?.nothing, meant.isEmpty { return try printNothing(nothing, below: opening) }
      return try printLists(below: opening)
    }
    var (groups, matching) = group.groups(
      of: matchingPaths, by: sorting, isForFinished: options.all || showsFinished, in: catalog, context,
      leadsWithToday: options.group == nil && leadsWithToday)
    if let nothing = view?.nothing, matching.isEmpty { return try printNothing(nothing, below: opening) }
    var view = GroupedView(
      catalog: catalog, names: shortNames, context: context, surface: surface, numbered: numbered,
      selection: selection)
    view.original = original
    if let limit {
      groups.limit(to: Set(matching.prefix(limit)), in: catalog)
    }
    var first: [StyledLine] = []
    if leadsWithToday, options.group == nil, let nothing = self.view?.nothing,
      !groups.contains(where: \.isDay)
    {
      first = [StyledLine([StyledText(nothing)]), StyledLine()]
    }
    let sheet = view.sheet(groups, below: opening + first)
    try Printing.print(reporter, pager) { put throws(Failure) in try sheet.write(put) }
  }

  private func printNothing(_ nothing: String, below opening: [StyledLine]) throws(Failure) {
    try Printing.print(surface.text(opening) + nothing + "\n", reporter)
  }

  private var shortNames: ShortNames { (original ?? catalog).shortNames() }
  private var sorting: SortOrder { options.sort ?? view?.query.order ?? .natural }
  private var leadsWithToday: Bool { view?.query.leadsWithToday ?? false }

  /// The reminders that are meant, in order.
  private var matching: [Catalog.IndexPath] { catalog.sorted(meant, by: sorting, in: context) }

  /// The same in the order of the catalog.
  private var meant: [Catalog.IndexPath] {
    options.all || showsFinished ? matchingPaths : catalog.open(matchingPaths)
  }

  /// Those that match, whatever their states.
  private var matchingPaths: [Catalog.IndexPath] {
    selected.map { catalog.reminderPaths.filter($0.contains) } ?? catalog.reminderPaths
  }

  /// Of those no more than were asked for.
  private var shown: [Catalog.IndexPath] { Array(matching.prefix(limit ?? .max)) }

  private func printLists(below opening: [StyledLine]) throws(Failure) {
    var list = ListView(catalog: catalog, context: context, surface: surface)
    list.selected = selected
    list.shown = limit == nil ? nil : Set(shown)
    list.finished = options.all || showsFinished ? .shown : .counted
    list.order = sorting
    list.numbered = numbered
    list.selection = selection
    list.original = original
    try Printing.print(reporter, pager) { put throws(Failure) in
      if !opening.isEmpty { try put(Array(surface.text(opening).utf8)) }
      try list.write(put)
    }
  }

  private func printLines(_ template: Template) throws(Failure) {
    var values = ListingValues(catalog, shortNames, context, surface.glyphs)
    let paths = shown
    try Printing.print(reporter) { put throws(Failure) in
      for path in paths { try put(Array((template.text(of: path, &values) + "\n").utf8)) }
    }
  }

  /// Prints the reminders that the text would show; in the order of the catalog, unless another or a number
  /// of them was asked for, or it is a view.
  private func printJSON() throws(Failure) {
    let isOrdered = options.sort != nil || limit != nil || view != nil
    let paths = isOrdered ? matching : meant
    let output = reporter.standardOutput()
    // Output that may be read again has every component.
    let isWhole = selected == nil && limit == nil && (options.all || showsFinished)
    let listed = paths.prefix(limit ?? .max)
    var numbers = ListFacts(catalog, numbered: options.numbers ? .always : .never, hasParents: false)
    if options.numbers { for path in listed { numbers.learn(path) } }
    try catalog.writeJSON(
      of: listed, currentIn: isExpanded ? nil : context, isWhole: isWhole,
      numberedBy: { [numbers] in numbers.number($0) }
    ) { piece throws(Failure) in
      try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(piece) }
    }
    try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.commit() }
  }
}
