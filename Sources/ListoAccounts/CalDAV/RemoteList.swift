/// A list as its server has it now.
public struct RemoteList: Sendable, Hashable {
  /// Where it is; with a slash at its end.
  package let href: Href
  /// The name that the server gives the list, which is untrusted text; nil if there is none.
  public var displayName: String?
  /// `#RRGGBB` or `#RRGGBBAA`, as the server has it; not checked.
  public var color: String?
  /// The position among the lists; smaller numbers come first.
  public var order: Int?
  /// The kinds of components that the list accepts, in upper case; nil if the server does not say, and all
  /// may be accepted.
  public var components: Set<String>?
  /// Another one means that something in it changed (Calendar Server's ctag).
  var ctag: String?
  /// The token for asking about changes (RFC 6578); nil if the server has none. It is older than everything
  /// that is read after this list.
  package var syncToken: String?
  /// Names of rights, such as `write-content`; nil where the server does not say.
  var privileges: Set<String>?
  /// Whether it is a copy of a calendar elsewhere, which the server fetches.
  public var isSubscribed = false

  /// A list of which nothing but its place is known.
  package init(_ href: Href) { self.href = href.asCollection }

  /// The name for people; a list without a name is called by the last part of its path.
  public var title: String { displayName ?? href.name }

  /// Whether the list can hold reminders.
  public var takesReminders: Bool { components?.contains("VTODO") ?? true }

  /// Whether items of the list may be written; true if the server does not say (RFC 3744 §3).
  public var isWritable: Bool {
    guard let privileges, !isSubscribed else { return !isSubscribed }
    return !privileges.isDisjoint(with: ["all", "write", "write-content", "bind"])
  }
}

/// The new properties of a list; nil leaves a property as it is.
package struct ListProperties: Sendable, Hashable {
  /// The name for people.
  package var displayName: String?
  /// `#RRGGBB` or `#RRGGBBAA`.
  package var color: String?
  /// Among the lists.
  package var order: Int?

  /// Any of them.
  package init(displayName: String? = nil, color: String? = nil, order: Int? = nil) {
    (self.displayName, self.color, self.order) = (displayName, color, order)
  }

  /// None.
  package var isEmpty: Bool { displayName == nil && color == nil && order == nil }

  var properties: [WebDAVQuery.Property] {
    var result: [WebDAVQuery.Property] = []
    if let displayName { result.append(.init(.dav("displayname"), displayName)) }
    if let color { result.append(.init(.apple("calendar-color"), color)) }
    if let order { result.append(.init(.apple("calendar-order"), String(order))) }
    return result
  }
}

extension RemoteList {
  /// Those properties that are asked for.
  static let asked: [WebDAVName] = [
    .dav("resourcetype"), .dav("displayname"), .apple("calendar-color"), .apple("calendar-order"),
    .calDAV("supported-calendar-component-set"), .calendarServer("getctag"), .dav("sync-token"),
    .dav("current-user-privilege-set"),
  ]

  /// - Returns: nil for what is no calendar.
  init?(_ href: Href, _ response: Multistatus.Response) {
    guard let type = response.property(.dav("resourcetype")) else { return nil }
    let isSubscribed = type.child(.calendarServer("subscribed")) != nil
    guard type.child(.calDAV("calendar")) != nil || isSubscribed else { return nil }
    self.init(href)
    self.isSubscribed = isSubscribed
    displayName = Self.text(response, .dav("displayname"))
    color = Self.text(response, .apple("calendar-color"))
    order = Self.text(response, .apple("calendar-order")).flatMap { Int($0) }
    components = response.property(.calDAV("supported-calendar-component-set")).map { set in
      Set(set.children.compactMap { $0.attributes["name"]?.uppercased() })
    }
    // Empty says nothing: a calendar for no component is none.
    if components?.isEmpty == true { components = nil }
    ctag = Self.text(response, .calendarServer("getctag"))
    syncToken = Self.text(response, .dav("sync-token"))
    privileges = response.property(.dav("current-user-privilege-set")).map { set in
      Set(set.children.flatMap(\.children).map(\.name.local))
    }
  }

  private static func text(_ response: Multistatus.Response, _ name: WebDAVName) -> String? {
    guard let text = response.property(name)?.trimmed, !text.isEmpty else { return nil }
    return text
  }
}

/// The lists of an account, as its server has them now.
public struct RemoteLists: Sendable, Hashable {
  /// The lists that can hold reminders, in the server's order.
  public var lists: [RemoteList] = []
  /// Calendars that cannot hold reminders.
  public var others: [RemoteList] = []
  /// References that were not followed.
  package var ignored: [HrefProblem] = []
}
