internal import Listo
internal import Platform

/// The start of the commands that take the whole screen: the catalog, the world around it, and the first
/// page.
struct ScreenStart {
  private let options: ScreenOptions
  private let reporter: Reporter
  private let world: StoreWorld
  private let store: ReminderStore
  private let background: BackgroundStore
  private(set) var screen: Screen

  /// As it was read.
  var original: Catalog { store.catalog }
  private var catalog: Catalog { screen.data.catalog }

  /// - Parameter name: of the command.
  /// - Throws: ``Failure``, or ValidationError.
  init(
    _ name: String, _ places: [String], _ options: ScreenOptions, _ view: ViewOptions,
    _ reporter: Reporter, _ limits: LimitOptions
  ) throws {
    try options.requireTerminal(name)
    let context = try view.context(reporter, inputs: places)
    let configuration = try ConfigurationFile.load()
    store = try EditStore.open(try SourceInputs.paths(places), configuration, limits, reporter)
    let catalog = store.catalog
    (self.options, self.reporter) = (options, reporter)
    let surface = options.appearance.surface
    background = BackgroundStore(store)
    world = StoreWorld(
      background, context, configuration, hasFixedClock: view.now != nil, waits: options.isPlain)
    var settings = ScreenSettings()
    (settings.deletion, settings.completion) = (configuration.editing.deletion, configuration.editing)
    settings.bindings = configuration.editing.bindings
    var facts = CatalogFacts(catalog, context)
    facts.numbered = configuration.numbered
    screen = Screen(
      facts, size: options.size, glyphs: surface.glyphs, depth: surface.depth,
      settings: settings, focus: FocusFile().load(catalog, today: context.today))
  }

  mutating func open(list name: String) throws(Failure) {
    let path = try Lookup(catalog: catalog, names: { [screen] in screen.data.names }).path(name)
    if let node = catalog.list(at: path) { screen.open(.list(node.identifier)) }
  }

  /// Remembers the places that are visited, for the next run with the same inputs.
  ///
  /// - Parameter start: the place to begin unless another one is remembered; nil to stay on the page.
  mutating func rememberPlaces(_ inputs: [String], beginningAt start: StartingPoint?) {
    let file = BrowseFile(inputs)
    if let start {
      if let place = file.load() {
        screen.begin(at: place)
      } else {
        screen.begin(at: start.scope(in: catalog))
      }
    }
    // An address that may hold a secret is not stored.
    guard inputs.allSatisfy({ WebAddress($0).map { $0.shown == $0.url } ?? true }) else { return }
    world.memory = BrowseMemory(file, beginningAt: screen.place)
  }

  mutating func openReview(_ question: QueryExpression, isNew: Bool) {
    world.question = "\(question)"
    let matches = catalog.found(by: question.query(in: screen.data.context), in: screen.data.context)
    let paths = catalog.sorted(matches.paths.sorted(), by: .manual, in: screen.data.context)
    let progress = isNew ? ReviewProgress() : ReviewFile().load("\(question)")
    screen.pages = [.queue(QueuePage(.review, paths.compactMap(catalog.modelIdentifier), progress))]
    screen.refreshPage()
  }

  mutating func openNext(_ candidates: [ModelIdentifier]) {
    screen.openNext(candidates)
  }

  mutating func openPicking(_ candidates: NamedQuery) { screen.openPicking(candidates) }

  /// Begins the steps of `listo morning` with the review that is open.
  mutating func openSteps(_ startable: NamedQuery) {
    screen.steps = Steps(startable)
    screen.endFinishedStep()
  }

  /// - Returns: the screen as it was left.
  /// - Throws: ``Failure``.
  @discardableResult
  func run() throws -> Screen {
    // It wakes when files change underneath it, and when what was changed is written.
    let left = try options.run(screen, world, reporter) { waker in
      background.onNews { waker.wake() }
      let endFollowing = background.followChanges()
      return {
        endFollowing()
        background.onNews {}
      }
    }
    if let failure = world.memory?.finish() {
      reporter.note("warning: the place is not remembered: \(failure.message)")
    }
    try reporter.finish()
    return left
  }
}
