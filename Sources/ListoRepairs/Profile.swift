/// A target for reminders: a standard, a server or a client, with its known needs.
///
/// `ProfileRule.all` lists the items that each target refuses, drops or shows wrongly, with the evidence.
public enum Profile: String, Sendable, Hashable, CaseIterable {
  case rfc, caldav
  case radicale, xandikos, cyrus, sabre, davical
  case nextcloud
  case tasksOrg = "tasks.org"
  case thunderbird, apple, google, outlook

  /// As people call it.
  public var title: String {
    switch self {
    case .rfc: "RFC 5545"
    case .caldav: "CalDAV"
    case .radicale: "Radicale"
    case .xandikos: "Xandikos"
    case .cyrus: "Cyrus"
    case .sabre: "sabre/dav"
    case .davical: "DAViCal"
    case .nextcloud: "Nextcloud"
    case .tasksOrg: "Tasks.org"
    case .thunderbird: "Thunderbird"
    case .apple: "Apple Reminders"
    case .google: "Google Calendar"
    case .outlook: "Outlook"
    }
  }

  /// The target and the origin of the knowledge about it, in half a sentence.
  public var summary: String {
    switch self {
    case .rfc: "RFC 5545 and its successors; the default of listo check"
    case .caldav: "RFC 4791: the requirements of any CalDAV server for stored objects"
    case .radicale: "the server Radicale; tested with 3.1.8 and 3.9"
    case .xandikos: "the server Xandikos; tested with 0.2.8 and 0.4"
    case .cyrus: "the server Cyrus IMAP; tested with 3.6"
    case .sabre: "servers made with sabre/dav, such as Baïkal; tested with 1.8"
    case .davical: "the server DAViCal; tested with 1.1"
    case .nextcloud: "Nextcloud: newer versions of sabre, according to their source, and the app Tasks"
    case .tasksOrg: "the app Tasks.org, according to its source and reports"
    case .thunderbird: "Thunderbird, according to reports"
    case .apple: "Apple's Reminders over CalDAV, and Calendar Server, according to reports"
    case .google: "Google Calendar over CalDAV"
    case .outlook: "tasks of Outlook and Exchange"
    }
  }

  /// The rows of the table that have evidence for it, in the table's order.
  package var rules: [ProfileRule] {
    ProfileRule.all.filter { rule in rule.evidence.contains { $0.profile == self } }
  }
}
