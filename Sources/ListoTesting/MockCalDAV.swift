internal import Foundation
@_exported public import Listo
package import Synchronization

/// A CalDAV server in memory, for tests of apps that sync: an HTTP client that answers requests itself.
///
///     let server = MockCalDAV()
///     server.addList("home", title: "Home")
///     server.put(calendar, "1.ics", in: "home")         // as another client would
///     server.fail(.status(503), atRequest: 3)            // the third request from now on
///     let account = Account(MockCalDAV.settings(folder: folder), states: states, http: server)
///     let report = try await account.sync()
///     print(server.titles("home"), server.log)
///
/// It implements the parts of WebDAV and CalDAV (RFC 4918, RFC 4791, RFC 6578) that Listo uses, with the
/// versions, conflicts and refusals of real servers; ``Behavior`` has the ways in which these differ.
public final class MockCalDAV: HTTPClient {
  /// The ways in which servers differ.
  public struct Behavior: Sendable, CustomStringConvertible {
    /// No sync-collection: a ctag alone.
    public var hasNoTokens = false
    /// Properties in another order, and what means the same in another spelling.
    public var rewrites = false
    /// GET and PROPFIND say `W/"…"`, PUT `"…"`.
    public var weakens = false
    /// A PUT is answered without an ETag.
    public var hidesETag = false
    /// A token that is not known lists everything, as DAViCal and SOGo do.
    public var listsAllForBadToken = false
    /// Changes since a token leave out what is as it was then, though it came and went, or went and came
    /// back, since: a comparison of two trees (Xandikos).
    public var comparesTrees = false
    /// Every second PUT is answered with 423, as Xandikos does while it writes another.
    public var locks = false
    /// MOVE is answered with this status.
    public var moveStatus: Int?
    /// A UID that another resource of the account has is answered with 409.
    public var refusesKnownUIDs = false
    /// If-Match and If-None-Match are not looked at, as by SOGo and Calypso.
    public var overwrites = false
    /// A version's name is another one after each look, and changes do not tell it.
    public var renamesVersions = false
    /// Nothing is refused any more.
    public var takesAll = false
    /// A title with "refuse" in it is refused in this way.
    public var refusal = Refusal.forbidden

    /// The answer to an item that the server does not take.
    public enum Refusal: Sendable, Hashable, CustomStringConvertible {
      /// 403 with a reason, 412, or 403 within a multistatus.
      case forbidden, bareConflict, multistatus
      /// This status, without a reason.
      case status(Int)

      public var description: String {
        switch self {
        case .forbidden: "forbidden"
        case .bareConflict: "bareConflict"
        case .multistatus: "multistatus"
        case .status(let status): "\(status)"
        }
      }
    }

    /// A server that does as the standards say.
    public init() {}

    public var description: String {
      "noTokens=\(hasNoTokens) rewrites=\(rewrites) weak=\(weakens) hides=\(hidesETag) all=\(listsAllForBadToken) \(refusal)"
    }
  }

  /// A failure of one request.
  public enum Fault: Sendable, CustomStringConvertible {
    /// Nothing is done, and this is the status of the answer.
    case status(Int)
    /// Done, and the answer is lost.
    case lostAnswer
    /// Nothing arrives.
    case unreachable
    /// The body ends in its middle.
    case cut
    /// The body is no XML.
    case garbage

    public var description: String {
      switch self {
      case .status(let status): "\(status)"
      case .lostAnswer: "lost answer"
      case .unreachable: "unreachable"
      case .cut: "cut"
      case .garbage: "garbage"
      }
    }
  }

  /// A list of the server.
  package struct List: Sendable {
    package var title: String?
    package var color: String?
    package var order: String?
    package var items: [String: (etag: Int, bytes: [UInt8])] = [:]
    /// The changes: their numbers, the names of the resources and their versions; nil for deleted ones.
    package var history: [(number: Int, name: String, etag: Int?)] = []
  }

  /// A resource of a list.
  package struct Place: Hashable, Comparable, Sendable {
    package let list: String
    package let name: String

    package static func < (left: Place, right: Place) -> Bool {
      (left.list, left.name) < (right.list, right.name)
    }
  }

  /// The content of the server, and what it was asked.
  package struct State: Sendable {
    package var lists: [String: List] = [:]
    package var counter = 1
    package var requests = 0
    /// The request that fails, counted from the first one, and how.
    package var fault: (number: Int, fault: Fault)?
    package var behavior = Behavior()
    /// The seconds that each answer takes.
    package var delay = 0.0
    /// The requests, such as `PUT /user/home/1.ics`.
    package var log: [String] = []
    /// The last that was deleted, by list and name.
    package var removed: [Place: (etag: Int, bytes: [UInt8])] = [:]
  }

  package let state = Mutex(State())
  package static let home = "/user/"
  /// The address of the folder of the lists. Nothing is sent there.
  public static let address = "http://127.0.0.1:5232/user/"
  package static var homeURL: HTTPURL { get throws { try HTTPURL(address) } }

  /// An empty server.
  public init(_ behavior: Behavior = Behavior()) { state.withLock { $0.behavior = behavior } }

  /// The settings of an account on a mock server.
  ///
  /// - Parameter folder: the absolute path of the folder for the lists.
  public static func settings(folder: String) -> AccountSettings {
    AccountSettings(name: "mock", place: address, user: nil, password: nil, folder: folder)
  }

  // MARK: For tests

  /// Lets one request fail.
  ///
  /// - Parameter number: 1 for the next request, 2 for the one after it, and so on.
  public func fail(_ fault: Fault, atRequest number: Int = 1) {
    state.withLock { $0.fault = ($0.requests + number, fault) }
  }

  /// Lets each answer take some time.
  public func delay(_ seconds: Double) { state.withLock { $0.delay = seconds } }

  /// The requests so far, such as `PUT /user/home/1.ics`.
  public var log: [String] { state.withLock(\.log) }

  /// Adds a list, as another client would.
  ///
  /// - Parameters:
  ///   - name: the name of its resource.
  ///   - title: the title for people.
  public func addList(_ name: String, title: String) {
    state.withLock { $0.lists[name] = List(title: title) }
  }

  /// Creates or replaces a resource, as another client would.
  ///
  /// - Parameters:
  ///   - text: iCalendar with one reminder.
  ///   - name: the name of the resource, such as `1.ics`.
  ///   - list: the name of the list's resource.
  public func put(_ text: String, _ name: String, in list: String) {
    state.withLock { Self.store(Array(text.utf8), name, list, &$0) }
  }

  /// Puts a resource back as it was before it was deleted, with the version that it had.
  package func putBack(_ name: String, in list: String) {
    state.withLock { state in
      guard let old = state.removed[Place(list: list, name: name)] else { return }
      state.counter += 1
      state.lists[list]?.items[name] = old
      state.lists[list]?.history.append((state.counter, name, old.etag))
    }
  }

  /// Deletes a resource, as another client would.
  public func remove(_ name: String, in list: String) { state.withLock { Self.drop(name, list, &$0) } }

  /// The texts of the resources, by the names of their lists and their own.
  public var content: [String: [String: String]] {
    state.withLock { state in
      var result: [String: [String: String]] = [:]
      for (name, list) in state.lists {
        result[name] = list.items.mapValues { String(decoding: $0.bytes, as: UTF8.self) }
      }
      return result
    }
  }

  /// The titles of the reminders of a list, sorted.
  public func titles(_ list: String = "home") -> [String] {
    (content[list] ?? [:]).values.compactMap { text in
      text.components(separatedBy: "\r\n").first { $0.hasPrefix("SUMMARY:") }.map { String($0.dropFirst(8)) }
    }.sorted()
  }

  private static func store(_ bytes: [UInt8], _ name: String, _ list: String, _ state: inout State) {
    state.counter += 1
    let kept = state.behavior.rewrites ? rewritten(bytes) : bytes
    state.lists[list]?.items[name] = (state.counter, kept)
    state.lists[list]?.history.append((state.counter, name, state.counter))
  }

  private static func drop(_ name: String, _ list: String, _ state: inout State) {
    state.counter += 1
    if let old = state.lists[list]?.items[name] { state.removed[Place(list: list, name: name)] = old }
    state.lists[list]?.items[name] = nil
    state.lists[list]?.history.append((state.counter, name, nil))
  }

  /// The lines of the VTODO in another order, another PRODID.
  private static func rewritten(_ bytes: [UInt8]) -> [UInt8] {
    var lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    guard !lines.contains("BEGIN:VALARM"), lines.filter({ $0 == "BEGIN:VTODO" }).count == 1,
      let start = lines.firstIndex(of: "BEGIN:VTODO"), let end = lines.firstIndex(of: "END:VTODO"),
      end > start,
      !lines[start...end].contains(where: { $0.hasPrefix(" ") })
    else { return bytes }
    lines.replaceSubrange((start + 1)..<end, with: lines[(start + 1)..<end].sorted())
    lines = lines.map { $0.hasPrefix("PRODID") ? "PRODID:-//Fake//EN" : $0 }
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  // MARK: Requests

  /// Answers a request from memory.
  public func send(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
    let delay = state.withLock(\.delay)
    if delay > 0 { Thread.sleep(forTimeInterval: delay) }
    let (answer, failure) = state.withLock { state -> (HTTPResponse?, HTTPFailure?) in
      state.requests += 1
      state.log.append("\(request.method.rawValue) \(request.url.path)")
      guard let fault = state.fault, fault.number == state.requests else {
        return (Self.answer(request, &state), nil)
      }
      switch fault.fault {
      case .status(let status): return (HTTPResponse(status: status, url: request.url), nil)
      case .unreachable: return (nil, HTTPFailure(.unreachable, request.url, "no route"))
      case .lostAnswer:
        _ = Self.answer(request, &state)
        return (nil, HTTPFailure(.interrupted, request.url, "it broke off", isSent: true))
      case .cut:
        var answer = Self.answer(request, &state)
        answer.body = Array(answer.body.prefix(answer.body.count / 2))
        return (answer, nil)
      case .garbage:
        var answer = Self.answer(request, &state)
        if !answer.body.isEmpty { answer.body = Array("<html>Service".utf8) }
        return (answer, nil)
      }
    }
    if let failure { throw failure }
    guard let answer else { throw HTTPFailure(.unreachable, request.url, "no answer") }
    return answer
  }

  private static func answer(_ request: HTTPRequest, _ state: inout State) -> HTTPResponse {
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    let parts = request.url.path.dropFirst(home.count).split(separator: "/").map(String.init)
    let (list, name) = (parts.first ?? "", parts.dropFirst().first ?? "")
    func plain(_ status: Int, etag: Int? = nil) -> HTTPResponse {
      var response = HTTPResponse(status: status, url: request.url)
      if let etag { response.headers.add("ETag", "\"\(etag)\"") }
      return response
    }
    switch request.method {
    case .propfind where parts.isEmpty: return multistatus(lists(state), request)
    case .propfind: return multistatus(members(list, state), request)
    case .report:
      guard state.lists[list] != nil else { return plain(404) }
      if body.contains("sync-collection") { return changes(list, body, state, request) }
      if body.contains("calendar-multiget") {
        let answer = multistatus(items(body, state), request)
        if state.behavior.renamesVersions { renameVersions(&state) }
        return answer
      }
      return multistatus(members(list, state), request)
    case .get:
      guard let item = state.lists[list]?.items[name] else { return plain(404) }
      var response = plain(200)
      response.headers.add("ETag", tag(item.etag, state))
      response.body = item.bytes
      if state.behavior.renamesVersions { renameVersions(&state) }
      return response
    case .put where state.behavior.locks && state.requests.isMultiple(of: 2): return plain(423)
    case .put: return put(request, list, name, &state, plain)
    case .delete where parts.count == 1:
      guard state.lists.removeValue(forKey: list) != nil else { return plain(404) }
      return plain(204)
    case .delete:
      guard let item = state.lists[list]?.items[name] else { return plain(404) }
      guard state.behavior.overwrites || matches(request, item.etag) else { return plain(412) }
      drop(name, list, &state)
      return plain(204)
    case .move where state.behavior.moveStatus != nil: return plain(state.behavior.moveStatus ?? 403)
    case .move:
      guard let item = state.lists[list]?.items[name] else { return plain(404) }
      guard state.behavior.overwrites || matches(request, item.etag) else { return plain(412) }
      let target =
        (request.headers["Destination"] ?? "").components(separatedBy: home).last?
        .components(separatedBy: "/") ?? []
      guard target.count == 2, state.lists[target[0]] != nil else { return plain(409) }
      guard state.lists[target[0]]?.items[target[1]] == nil else { return plain(412) }
      drop(name, list, &state)
      store(item.bytes, target[1], target[0], &state)
      return plain(201)
    case .mkcalendar:
      guard state.lists[list] == nil else { return plain(405) }
      state.lists[list] = List()
      setProperties(list, body, &state)
      return plain(201)
    case .proppatch:
      guard state.lists[list] != nil else { return plain(404) }
      setProperties(list, body, &state)
      return multistatus(
        [
          "<D:response><D:href>\(home)\(list)/</D:href><D:propstat><D:prop/><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
        ],
        request)
    case .options: return plain(200)
    }
  }

  /// Versions get other names, and no change is told.
  private static func renameVersions(_ state: inout State) {
    for (list, content) in state.lists {
      for name in content.items.keys { state.lists[list]?.items[name]?.etag += 1_000_000 }
    }
  }

  /// The same, once.
  package func renameVersions() { state.withLock { Self.renameVersions(&$0) } }

  private static func matches(_ request: HTTPRequest, _ etag: Int) -> Bool {
    request.headers["If-Match"].map { $0 == "\"\(etag)\"" } ?? true
  }

  private static func put(
    _ request: HTTPRequest, _ list: String, _ name: String, _ state: inout State,
    _ plain: (Int, Int?) -> HTTPResponse
  ) -> HTTPResponse {
    guard let known = state.lists[list] else { return plain(404, nil) }
    let old = known.items[name]
    if request.headers["If-None-Match"] == "*", old != nil, !state.behavior.overwrites {
      return plain(412, nil)
    }
    if request.headers["If-Match"] != nil, !state.behavior.overwrites {
      guard let old, matches(request, old.etag) else { return plain(412, nil) }
    }
    let text = String(decoding: request.body ?? [], as: UTF8.self)
    if state.behavior.refusesKnownUIDs {
      let line = text.components(separatedBy: "\r\n").first { $0.hasPrefix("UID:") } ?? "UID:"
      let isKnown = state.lists.contains { other, content in
        content.items.contains {
          (other, $0.key) != (list, name)
            && String(decoding: $0.value.bytes, as: UTF8.self).contains(line + "\r\n")
        }
      }
      if isKnown { return plain(409, nil) }
    }
    if text.contains("refuse"), !state.behavior.takesAll {
      switch state.behavior.refusal {
      case .forbidden:
        var response = plain(403, nil)
        response.body = Array(
          "<?xml version=\"1.0\"?><D:error xmlns:D=\"DAV:\"><C:valid-calendar-data xmlns:C=\"urn:ietf:params:xml:ns:caldav\"/></D:error>"
            .utf8)
        return response
      case .bareConflict: return plain(412, nil)
      case .status(let status): return plain(status, nil)
      case .multistatus:
        return multistatus(
          [
            "<D:response><D:href>\(request.url.path)</D:href><D:status>HTTP/1.1 403 Forbidden</D:status></D:response>"
          ], request)
      }
    }
    store(request.body ?? [], name, list, &state)
    let etag = state.lists[list]?.items[name]?.etag
    return plain(old == nil ? 201 : 204, state.behavior.hidesETag ? nil : etag)
  }

  private static func tag(_ etag: Int, _ state: State) -> String {
    (state.behavior.weakens ? "W/" : "") + "\"\(etag)\""
  }

  // MARK: Answers

  private static func multistatus(_ responses: [String], _ request: HTTPRequest, token: String? = nil)
    -> HTTPResponse
  {
    var text =
      "<?xml version=\"1.0\"?><D:multistatus xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\" xmlns:S=\"http://calendarserver.org/ns/\" xmlns:A=\"http://apple.com/ns/ical/\">"
    text += responses.joined()
    if let token { text += "<D:sync-token>\(token)</D:sync-token>" }
    return HTTPResponse(status: 207, body: Array((text + "</D:multistatus>").utf8), url: request.url)
  }

  private static func version(_ list: List) -> Int { list.history.last?.number ?? 0 }

  private static func lists(_ state: State) -> [String] {
    let own =
      "<D:response><D:href>\(home)</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    return [own]
      + state.lists.sorted { $0.key < $1.key }.map { name, list in
        var properties = "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"
        if let title = list.title { properties += "<D:displayname>\(title)</D:displayname>" }
        if let color = list.color { properties += "<A:calendar-color>\(color)</A:calendar-color>" }
        if let order = list.order { properties += "<A:calendar-order>\(order)</A:calendar-order>" }
        properties +=
          "<C:supported-calendar-component-set><C:comp name=\"VTODO\"/></C:supported-calendar-component-set>"
        properties += "<S:getctag>\(version(list))</S:getctag>"
        if !state.behavior.hasNoTokens { properties += "<D:sync-token>t:\(version(list))</D:sync-token>" }
        return
          "<D:response><D:href>\(home)\(name)/</D:href><D:propstat><D:prop>\(properties)</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
      }
  }

  private static func member(_ list: String, _ name: String, _ state: State) -> String {
    guard let item = state.lists[list]?.items[name] else {
      return
        "<D:response><D:href>\(home)\(list)/\(name)</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>"
    }
    let tag = tag(item.etag, state).replacingOccurrences(of: "\"", with: "&quot;")
    return
      "<D:response><D:href>\(home)\(list)/\(name)</D:href><D:propstat><D:prop><D:getetag>\(tag)</D:getetag><D:getcontenttype>text/calendar; component=VTODO</D:getcontenttype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
  }

  private static func members(_ list: String, _ state: State) -> [String] {
    (state.lists[list]?.items.keys.sorted() ?? []).map { member(list, $0, state) }
  }

  private static func changes(
    _ list: String, _ body: String, _ state: State, _ request: HTTPRequest
  ) -> HTTPResponse {
    guard let known = state.lists[list], !state.behavior.hasNoTokens else {
      return HTTPResponse(status: 403, url: request.url)
    }
    let token = between(body, "<D:sync-token>", "</D:sync-token>") ?? ""
    let now = "t:\(version(known))"
    guard token.hasPrefix("t:"), let since = Int(token.dropFirst(2)), since <= version(known) else {
      if !token.isEmpty, !state.behavior.listsAllForBadToken {
        return HTTPResponse(status: 403, url: request.url)
      }
      return multistatus(members(list, state), request, token: now)
    }
    var names: [String] = []
    for change in known.history where change.number > since && !names.contains(change.name) {
      let before = known.history.last { $0.number <= since && $0.name == change.name }?.etag
      if state.behavior.comparesTrees, known.items[change.name]?.etag == before { continue }
      names.append(change.name)
    }
    return multistatus(names.map { member(list, $0, state) }, request, token: now)
  }

  private static func items(_ body: String, _ state: State) -> [String] {
    body.components(separatedBy: "<D:href>").dropFirst().map { part in
      let path = part.components(separatedBy: "</D:href>")[0]
      let parts = path.dropFirst(home.count).split(separator: "/").map(String.init)
      guard parts.count == 2, let item = state.lists[parts[0]]?.items[parts[1]] else {
        return "<D:response><D:href>\(path)</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>"
      }
      let tag = tag(item.etag, state).replacingOccurrences(of: "\"", with: "&quot;")
      let data = String(decoding: item.bytes, as: UTF8.self).replacingOccurrences(of: "&", with: "&amp;")
        .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: "\r", with: "&#13;")
      return
        "<D:response><D:href>\(path)</D:href><D:propstat><D:prop><D:getetag>\(tag)</D:getetag><C:calendar-data>\(data)</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
    }
  }

  private static func setProperties(_ list: String, _ body: String, _ state: inout State) {
    if let title = between(body, "<D:displayname>", "</D:displayname>") { state.lists[list]?.title = title }
    if let color = between(body, "<A:calendar-color>", "</A:calendar-color>") {
      state.lists[list]?.color = color
    }
    if let order = between(body, "<A:calendar-order>", "</A:calendar-order>") {
      state.lists[list]?.order = order
    }
  }

  private static func between(_ text: String, _ start: String, _ end: String) -> String? {
    guard let from = text.range(of: start),
      let to = text.range(of: end, range: from.upperBound..<text.endIndex)
    else {
      return nil
    }
    return String(text[from.upperBound..<to.lowerBound])
  }
}
