internal import ICalendar
public import ListoAccounts
internal import ListoFormats
public import ListoModel
internal import Platform
internal import Synchronization

/// A CalDAV account: its server, the folder of its lists, and the state after the last sync.
public final class Account: Sendable {
  /// The settings of the account.
  public let settings: AccountSettings
  /// The absolute path of the folder with its state, which only its owner can read.
  public let stateFolder: String
  private let client: any HTTPClient
  private let retries: RetryPolicy
  private let counter: RequestCounter
  /// Ends the exchanges of libcurl that are under way.
  private let signal = CurrentSignal()

  /// The stop signal of the sync that runs.
  private final class CurrentSignal: Sendable {
    let current = Mutex<StopSignal?>(nil)
  }

  private static let serverName = "server.json"
  /// Requests at once: enough to hide the way to a server, few enough for a small one.
  private static let width = 5

  /// Creates an account without sending a request.
  ///
  /// - Parameters:
  ///   - settings: the settings of the user.
  ///   - states: the absolute path of the folder with the states of all accounts.
  ///   - http: sends the requests; nil for the system's libcurl. An app can pass one that uses URLSession, a
  ///     test one that answers from memory.
  ///   - retries: the attempts for a request, and the clock for the pauses between them.
  ///   - waiting: called once, on any thread, if libcurl waits long for an answer.
  public init(
    _ settings: AccountSettings, states: String, http: (any HTTPClient)? = nil,
    retries: RetryPolicy = RetryPolicy(), waiting: (@Sendable () -> Void)? = nil
  ) {
    self.settings = settings
    stateFolder = states.withSlash + String(SyncItem.digest(of: Array(settings.name.utf8)).prefix(16))
    var curl = CurlClient.Settings()
    curl.authorities = settings.authorities
    if let waiting {
      let isTold = Atomic(false)
      curl.waiting = { if !isTold.exchange(true, ordering: .relaxed) { waiting() } }
    }
    curl.progress = { [signal] _, _ in !(signal.current.withLock { $0 }?.isSet ?? false) }
    counter = RequestCounter(http ?? CurlClient(curl))
    (self.client, self.retries) = (counter, retries)
  }

  /// The number of requests sent.
  public var requestCount: Int { counter.count }

  // MARK: The server

  /// Discovers the account again, step by step, and stores the result.
  ///
  /// - Throws: ``WorkError/account(_:)`` if the state cannot be written. Failed steps are in the result.
  public func discover() throws(WorkError) -> Discovery {
    let place: AccountPlace
    do throws(AccountError) { place = try AccountPlace(settings.place) } catch { throw .account(error) }
    let discovery = Discovery(place, names: SystemNameService(), allowing: settings.allowedHosts) {
      [self] origins in login(origins, nil)
    }
    if let found = discovery.account { try store(found) }
    return discovery
  }

  /// The server as it was found before, or is found now.
  package func session(
    stop: StopSignal = StopSignal()
  ) throws(WorkError) -> (session: CalDAVSession, software: String) {
    if let known = try stored() { return try session(known, stop) }
    let discovery = try discover()
    guard let found = discovery.account else {
      throw .account(discovery.error ?? AccountError(.notFound, "no CalDAV server was found"))
    }
    return try session(
      Known(
        home: found.home, named: found.named, traits: found.traits, server: found.server ?? "",
        scheme: found.scheme), stop)
  }

  /// - Throws: ``WorkError/account(_:)`` where the home is on a host that the user neither named nor agreed
  ///   to, as one may be that an earlier version remembered.
  private func session(
    _ known: Known, _ stop: StopSignal
  ) throws(WorkError) -> (session: CalDAVSession, software: String) {
    let origins: LoginOrigins
    do throws(AccountError) {
      origins = LoginOrigins(
        try AccountPlace(settings.place), found: known.named, allowing: settings.allowedHosts)
      guard origins.contains(known.home.origin) else {
        throw AccountError(notAllowed: known.home, named: origins.named)
      }
    } catch {
      throw .account(error)
    }
    let client = StoppableClient(login(origins, known.scheme), stop)
    let patient = PatientClient(client, stop.ending(retries))
    return (
      CalDAVSession(patient, home: known.home, traits: known.traits, width: Self.width), known.server
    )
  }

  private func login(_ origins: LoginOrigins, _ scheme: LoginScheme?) -> LoginClient {
    let settings = settings
    let login = settings.user.map { user in
      Login(user: user, scheme: settings.isToken ? .bearer : scheme) { () throws(AccountError) -> Secret in
        let source = settings.password ?? .terminal(prompt: "Password of \(user) at \(origins.named): ")
        return try source.secret()
      }
    }
    return LoginClient(client, origins: origins, login: login)
  }

  private struct Known {
    var home: HTTPURL
    /// The origin that was named, or that the DNS named, and led there.
    var named: HTTPURL.Origin
    var traits: Set<ServerTrait>
    var server: String
    var scheme: LoginScheme?
  }

  private func store(_ found: Discovery.Account) throws(WorkError) {
    let value = JSONValue.object(present: [
      "place": .string(settings.place), "home": .string("\(found.home)"),
      "named": .string("\(found.named)"),
      "traits": .array(found.traits.map(\.rawValue).sorted().map { .string($0) }),
      "server": found.server.map { .string($0) }, "scheme": found.scheme.map { .string($0.rawValue) },
    ])
    try remembering { () throws(SystemError) in
      try PrivateFolder(stateFolder).write(value.pretty, to: Self.serverName)
    }
  }

  /// Nil where nothing was found before, or somewhere else.
  private func stored() throws(WorkError) -> Known? {
    let bytes = try remembering { () throws(SystemError) in
      try PrivateFolder(stateFolder).read(Self.serverName)
    }
    guard let value = bytes.flatMap({ JSONValue(json: $0) }), value["place"]?.text == settings.place,
      let home = value["home"]?.text.flatMap({ try? HTTPURL($0) }),
      let named = value["named"]?.text.flatMap({ try? HTTPURL($0).origin }) ?? namedOrigin
    else { return nil }
    let traits = (value["traits"]?.elements ?? []).compactMap(\.text).compactMap(ServerTrait.init)
    return Known(
      home: home, named: named, traits: Set(traits), server: value["server"]?.text ?? "",
      scheme: value["scheme"]?.text.flatMap(LoginScheme.init))
  }

  /// The origin of an address; nil for a domain: what was once found for one without a word of who named it
  /// is looked for anew.
  private var namedOrigin: HTTPURL.Origin? {
    if case .url(let url)? = try? AccountPlace(settings.place) { url.origin } else { nil }
  }

  // MARK: Syncs

  /// Returns the open issues of the last syncs, without sending a request.
  ///
  /// - Parameter lists: folders of lists; nil for all.
  /// - Throws: ``WorkError``.
  public func status(of lists: Set<String>? = nil) throws(WorkError) -> AccountStatus {
    AccountStatus(try log(), in: lists)
  }

  /// The lists that have a folder here, or had one when it was synced last.
  ///
  /// - Throws: ``WorkError``.
  func lists() throws(WorkError) -> [(folder: String, title: String)] {
    var titles = try log().lists.mapValues { $0.properties.title ?? $0.folder }
    for list in try AccountFolder.lists(in: settings.folder) {
      titles[list.folder] = list.properties.title ?? list.folder
    }
    return titles.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private func log() throws(WorkError) -> SyncLog {
    try remembering { () throws(SystemError) in try SyncLog(stateFolder + "/sync") }
  }

  /// Clears the sync state. The next sync matches reminders by UID and deletes nothing.
  ///
  /// - Throws: ``WorkError``.
  public func forget() throws(WorkError) {
    let log = try log()
    try remembering { () throws(SystemError) in try log.reset() }
  }

  /// Clears the reported conflicts, and moves the losing versions to the trash of that day.
  ///
  /// - Parameters:
  ///   - lists: folders of lists; nil for all.
  ///   - time: the present time, which decides the day of the trash.
  /// - Throws: ``WorkError``, also if a sync of the account is running.
  public func dismissConflicts(of lists: Set<String>? = nil, at time: Instant) throws(WorkError) {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    let log = try log()
    try remembering { () throws(SystemError) in
      try log.dismissConflicts(of: lists, day: "\(time.utc.day)")
    }
  }

  /// Held against others who would write what is remembered of the account.
  private func lock() throws(WorkError) -> FolderLock {
    try remembering { () throws(SystemError) in
      _ = try PrivateFolder(stateFolder)
      return try FolderLock(stateFolder)
    }
  }

  /// Copies changes between the server and the folder of the account, in both directions unless the options
  /// say otherwise.
  ///
  ///     let report = try await account.sync { conflict in await ask(conflict) }
  ///
  /// The work is done on another thread. If the task is cancelled, no further request is sent; completed
  /// steps are kept, and the next sync continues from there.
  ///
  /// - Parameters:
  ///   - options: the direction, the side that wins a conflict, and the limits.
  ///   - journal: the journal for undo of the changes that are fetched: that of the app's store. Nil for one
  ///     beside the state of the account.
  ///   - clock: the clock for times of change and for the trash.
  ///   - decide: asked about each reminder that both sides changed differently, with the versions of both;
  ///     nil to let ``SyncOptions/preference`` decide.
  /// - Returns: the counts of changes, the conflicts, and the items that wait with the reasons.
  /// - Throws: ``WorkError/account(_:)`` if the server cannot be asked, ``WorkError/store(_:)`` if a file
  ///   cannot be written, ``WorkError/stopped`` if `decide` ends the sync, ``WorkError/cancelled``.
  @discardableResult
  public func sync(
    _ options: SyncOptions = SyncOptions(), journal: Journal? = nil, clock: any ReminderClock = .system,
    resolving decide: (@Sendable (MergeDecision) async -> MergeRuling)? = nil
  ) async throws(WorkError) -> SyncReport {
    try await sync(options, journal: journal, clock: clock, progress: { _ in }, resolving: decide)
  }

  /// Synchronizes as ``sync(_:journal:clock:resolving:)`` does, and reports each step.
  ///
  /// - Parameters:
  ///   - options: the direction, the side that wins a conflict, and the limits.
  ///   - journal: the journal for undo of the changes that are fetched; nil for one beside the state.
  ///   - clock: the clock for times of change and for the trash.
  ///   - progress: called on any thread at each step.
  ///   - decide: asked about each conflict; nil to let the options decide.
  @discardableResult
  public func sync(
    _ options: SyncOptions = SyncOptions(), journal: Journal? = nil, clock: any ReminderClock = .system,
    progress: @escaping @Sendable (SyncProgress) -> Void,
    resolving decide: (@Sendable (MergeDecision) async -> MergeRuling)? = nil
  ) async throws(WorkError) -> SyncReport {
    let (stop, account) = (StopSignal(), self)
    let journal = journal ?? Journal(stateFolder + "/journal")
    let result = await BlockingWork.run {
      Result { () throws(WorkError) in
        try account.prepareSync(options, journal: journal, in: clock.view, stop: stop) { context in
          context.observe = progress
          guard let decide else { return }
          context.ask = { decision in
            stop.isSet ? .stop : BlockingWork.wait { await decide(decision) }
          }
        }.run()
      }
    } onCancel: {
      stop.set()
    }
    if stop.isSet { throw .cancelled }
    return try result.get()
  }

  /// Returns a sync. The account is locked until the sync is released.
  ///
  /// - Parameters:
  ///   - options: the options of the sync.
  ///   - journal: the journal for the undo of fetched changes.
  ///   - view: the present time and the time zone.
  ///   - stop: ends the requests when it is set.
  ///   - configure: changes the parts of the sync before it begins.
  /// - Throws: ``WorkError``.
  package func prepareSync(
    _ options: SyncOptions, journal: Journal, in view: ViewContext, stop: StopSignal = StopSignal(),
    configuring configure: (inout SyncContext) -> Void = { _ in }
  ) throws(WorkError) -> Sync {
    let lock = try lock()
    signal.current.withLock { $0 = stop }
    let (session, software) = try session(stop: stop)
    let folder = try AccountFolder(settings.folder, journal: journal, at: view.now)
    var options = options
    options.server = software
    options.confirmed = try journal.confirmedDeletions(below: folder.path)
    var context = SyncContext(
      time: view.now.seconds, day: "\(view.now.utc.day)",
      label: "\(options.direction.rawValue) \(settings.name)",
      identifier: Self.identifier)
    context.options = options
    context.trashStart = "\(view.now.utc.day.adding(days: -settings.trashDays))"
    context.repairs = { item, _ in ServerProfiles(server: software).proposals(for: item.bytes) }
    configure(&context)
    return Sync(sync: AccountSync(session, folder, try log(), context), lock: lock)
  }

  /// A sync that can be shown or made.
  package struct Sync {
    let sync: AccountSync
    let lock: FolderLock

    /// Returns the plan of the sync; writes nothing.
    package func plan() throws(WorkError) -> SyncPlan {
      try WorkError.syncing { try withExtendedLifetime(lock) { try sync.plan() } }
    }

    /// Carries out the sync, and returns its report. After an error, completed steps are kept, and the next
    /// sync continues from there.
    package func run() throws(WorkError) -> SyncReport {
      try WorkError.syncing { try withExtendedLifetime(lock) { try sync.run() } }
    }
  }

  private static func identifier() -> String {
    var generator = SystemRandomNumberGenerator()
    return String(hexadecimal: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  private func remembering<Result>(_ body: () throws(SystemError) -> Result) throws(WorkError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw .store(StoreError(.cannotCreate, path: stateFolder, reason: error.reason))
    }
  }
}

extension WorkError {
  /// Runs the work of a sync and rethrows its errors as ``WorkError``.
  static func syncing<Result>(_ body: () throws -> Result) throws(WorkError) -> Result {
    do {
      return try body()
    } catch let error as AccountError {
      throw .account(error)
    } catch is SyncPlan.Stopped {
      throw .stopped
    } catch is SyncPlan.Changed {
      throw .changedPlan
    } catch let error as SystemError {
      throw .store(StoreError(.writeFailed, path: "the state of the account", reason: error.reason))
    } catch {
      throw WorkError(rethrown: error)
    }
  }
}
