/// Finds the lists of an account and the abilities of its server (RFC 6764, RFC 5397, RFC 4791 §6.2.1).
/// `account check` shows each step.
public struct Discovery: Sendable {
  /// The subject of a step.
  public enum Question: String, Sendable, Hashable, CaseIterable {
    /// SRV and TXT records of the domain.
    case dns
    /// `/.well-known/caldav`.
    case wellKnown = "well-known"
    /// The address that was named.
    case address
    /// The principal of the login (`current-user-principal`).
    case principal
    /// The home of the principal's calendars (`calendar-home-set`).
    case home
    /// The lists in the home.
    case lists
    /// The methods for reporting changes and for fetching items.
    case abilities
  }

  /// One question of the discovery, and its answer.
  public struct Step: Sendable, Hashable {
    /// The subject of the step.
    public let question: Question
    /// Where; of the DNS, the name.
    public let place: String
    /// The result, or the reason for a failure: a sentence for people without its full stop.
    public let words: String
    /// Whether the step succeeded.
    public let isFound: Bool
  }

  /// The data of an account that later requests need.
  public struct Account: Sendable, Hashable {
    /// Where its lists are.
    package var home: HTTPURL
    /// The origin that was named, or that the DNS named, and led there.
    package var named: HTTPURL.Origin
    /// Where the login is described; nil where the server does not say.
    package var principal: HTTPURL?
    /// The server's abilities and its deviations from the standards.
    public var traits: Set<ServerTrait> = []
    /// The server's description of itself (the header Server), which is untrusted text; nil if there is none.
    public var server: String?
    /// How the login is said; nil where none is wanted.
    package var scheme: LoginScheme?
    /// The lists that its server has.
    public var lists: RemoteLists
  }

  /// The steps so far, in order.
  public private(set) var steps: [Step] = []
  /// The account; nil if it was not found.
  public private(set) var account: Account?
  /// The error that ended the discovery; nil if the account was found.
  public private(set) var error: AccountError?

  private let hosts: [String]
  private let client: @Sendable (LoginOrigins) -> LoginClient
  private let names: any NameService

  /// Looks for an account.
  ///
  /// - Parameters:
  ///   - names: the DNS.
  ///   - hosts: those that the user agreed to, beside the place: see ``LoginOrigins``.
  ///   - client: a client that sends the login to these origins alone.
  package init(
    _ place: AccountPlace, names: any NameService, allowing hosts: [String] = [],
    client: @escaping @Sendable (LoginOrigins) -> LoginClient
  ) {
    (self.client, self.names, self.hosts) = (client, names, hosts)
    do throws(AccountError) {
      try find(place)
    } catch {
      self.error = error
    }
  }

  private mutating func note(_ question: Question, _ place: String, _ words: String, isFound: Bool) {
    steps.append(Step(question: question, place: place, words: words, isFound: isFound))
  }

  private mutating func find(_ place: AccountPlace) throws(AccountError) {
    var last: AccountError?
    for (question, url) in try candidates(place) {
      let client = client(LoginOrigins(url.origin, allowing: hosts))
      do throws(AccountError) {
        if try look(at: url, question, client) { return }
      } catch {
        note(question, url.description, error.reason, isFound: false)
        // A login that is refused, or a certificate that is wrong, is not asked about anywhere else.
        guard error.code == .missing || error.code == .forbidden || error.code == .answer else { throw error }
        last = last ?? error
      }
    }
    throw last ?? AccountError(.notFound, "no CalDAV server was found")
  }

  /// Where to look, in order.
  private mutating func candidates(_ place: AccountPlace) throws(AccountError) -> [(Question, HTTPURL)] {
    switch place {
    case .url(let url):
      var result = [(Question.address, url)]
      let known = url.with(path: "/.well-known/caldav")
      if url.path == "/" || url.path.hasSuffix("/.well-known/caldav") { result.append((.wellKnown, known)) }
      return result
    case .domain(let domain):
      let origin = HTTPURL.Origin(scheme: .https, host: domain, port: 443)
      let plain = [
        (Question.wellKnown, HTTPURL(origin, path: "/.well-known/caldav")),
        (.address, HTTPURL(origin, path: "/")),
      ]
      return try served(domain) + plain
    }
  }

  /// Looks up the server of a domain in the DNS (RFC 6764 §6).
  private mutating func served(_ domain: String) throws(AccountError) -> [(Question, HTTPURL)] {
    let name = "_caldavs._tcp.\(domain)"
    let records = names.answer(name, type: ServiceRecord.type).map(ServiceRecord.all) ?? []
    guard let record = records.first else {
      note(.dns, name, "there is no record", isFound: false)
      return []
    }
    guard !record.target.isEmpty else {
      note(.dns, name, "the domain says that it has no calendars", isFound: false)
      throw AccountError(.notFound, "\(domain) says that it has no calendars")
    }
    let texts = names.answer(name, type: 16).map(ServiceRecord.texts) ?? []
    let path = texts.lazy.compactMap { $0.hasPrefix("path=/") ? String($0.dropFirst(5)) : nil }.first
    let port = record.port == 443 ? "" : ":\(record.port)"
    guard let url = try? HTTPURL("https://\(record.target)\(port)\(path ?? "/.well-known/caldav")") else {
      note(.dns, name, "its target is not an address", isFound: false)
      return []
    }
    note(.dns, name, url.description, isFound: true)
    // The DNS is not signed: whoever answers for it would get the password (RFC 6764 §8).
    guard record.target == domain || record.target.hasSuffix("." + domain) else {
      throw AccountError(
        .notFound,
        "\(domain) refers to \(record.target), which is in another domain; to send the password there, use the address \(url)"
      )
    }
    return [(path == nil ? .wellKnown : .address, url)]
  }

  private static let asked: [WebDAVName] = [
    .dav("resourcetype"), .dav("current-user-principal"), .calDAV("calendar-home-set"),
    .calDAV("supported-calendar-component-set"),
  ]

  /// - Returns: whether it led to an account.
  private mutating func look(
    at url: HTTPURL, _ question: Question, _ client: LoginClient
  ) throws(AccountError) -> Bool {
    let (response, place, server) = try properties(Self.asked, url, client)
    try require(place, client)
    let type = response.property(.dav("resourcetype"))
    let isCalendar = type?.child(.calDAV("calendar")) != nil
    note(question, place.description, isCalendar ? "a calendar" : "a WebDAV server", isFound: true)
    var account = Account(home: place, named: url.origin, server: server, lists: RemoteLists())
    var home = try target(response, .calDAV("calendar-home-set"), place, client)
    if let principal = try target(response, .dav("current-user-principal"), place, client) {
      account.principal = principal
      note(.principal, principal.description, "the user of this login", isFound: true)
      if home == nil {
        let (found, from, _) = try properties([.calDAV("calendar-home-set")], principal, client)
        try require(from, client)
        home = try target(found, .calDAV("calendar-home-set"), from, client)
      }
    }
    if let home {
      account.home = home.path.hasSuffix("/") ? home : home.with(path: home.path + "/")
      note(.home, account.home.description, "the folder of the lists", isFound: true)
    } else if isCalendar {
      account.traits.insert(.oneList)
      note(
        .home, place.description, "the server has no calendar home; the account is this one list",
        isFound: true)
    } else {
      note(
        .home, place.description, "the server has no calendar home; lists are searched here", isFound: false)
    }
    return try finish(account, client, isCertain: home != nil || isCalendar)
  }

  private mutating func finish(
    _ account: Account, _ client: LoginClient, isCertain: Bool
  ) throws(AccountError) -> Bool {
    var account = account
    let session = CalDAVSession(client, home: account.home, traits: account.traits)
    account.lists = try session.lists()
    let count = account.lists.lists.count
    guard isCertain || count > 0 else { return false }
    let others = account.lists.others.isEmpty ? "" : ", and \(account.lists.others.count) other"
    note(
      .lists, account.home.description,
      (count == 1 ? "1 list" : "\(count) lists") + " for reminders" + others,
      isFound: count > 0)
    account.traits.formUnion(try ServerTrait.found(session, account.lists))
    account.traits.formUnion(ServerTrait.known(account.home, server: account.server))
    for trait in ServerTrait.allCases where account.traits.contains(trait) {
      note(.abilities, trait.rawValue, trait.words, isFound: !trait.isLacking)
    }
    account.scheme = client.scheme
    self.account = account
    return true
  }

  private func properties(
    _ names: [WebDAVName], _ url: HTTPURL, _ client: LoginClient
  ) throws(AccountError) -> (Multistatus.Response, HTTPURL, String?) {
    let request = WebDAVQuery.properties(names, isOfMembers: false).request(to: url)
    let response: HTTPResponse
    do throws(HTTPFailure) { response = try client.send(request) } catch {
      // A redirect led to a server that wants a login.
      if error.code == .login { try require(error.url, client) }
      throw AccountError(error)
    }
    guard response.status == 207 else { throw AccountError(response, "a WebDAV request") }
    let answer = try CalDAVSession.multistatus(response, "a WebDAV request")
    guard let first = answer.responses.first else {
      throw AccountError(.answer, "the server's answer is empty", url: response.url)
    }
    return (first, response.url, response.headers["Server"].flatMap(WebDAVError.words))
  }

  /// - Throws: ``AccountError``, with code `otherHost` where the login may not go there unless the user
  ///   agrees.
  private func require(_ url: HTTPURL, _ client: LoginClient) throws(AccountError) {
    guard !client.origins.contains(url.origin) else { return }
    guard url.isConfidential else {
      throw AccountError(
        .forbidden, "it says that the lists are at \(url.origin): \(LoginClient.inClear)", url: url)
    }
    throw AccountError(notAllowed: url, named: client.origins.named)
  }

  /// Where a property leads; nil where it says nothing.
  ///
  /// - Throws: ``AccountError`` where it leads to a server that the login may not go to.
  private func target(
    _ response: Multistatus.Response, _ name: WebDAVName, _ url: HTTPURL, _ client: LoginClient
  ) throws(AccountError) -> HTTPURL? {
    guard let text = response.property(name)?.child(.dav("href"))?.trimmed, !text.isEmpty else { return nil }
    switch Href.resolve(text, from: url) {
    case .success(let href): return url.with(path: href.path)
    case .failure(let problem):
      let said = WebDAVError.words(problem.reference) ?? ""
      guard problem.problem == .otherOrigin, let other = url.resolve(text),
        let href = Href(path: other.path)
      else {
        throw AccountError(.answer, "the server's \(name) is \(said): \(problem.problem.reason)", url: url)
      }
      try require(other, client)
      return other.with(path: href.path)
    }
  }
}
