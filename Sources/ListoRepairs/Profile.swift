/// What reminders are meant for: a standard, a server or a client, with what it is known to need.
///
/// What it refuses, drops or shows wrongly is in ``ProfileRule/all``, each row with its evidence; see ``rules``.
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

  /// What it is, and where what is known of it comes from, in half a sentence.
  public var summary: String {
    switch self {
    case .rfc: "RFC 5545 and its successors, as listo check without --for reads them"
    case .caldav: "RFC 4791: what any CalDAV server may ask of a stored object"
    case .radicale: "the server Radicale; tested with 3.1.8 and 3.9"
    case .xandikos: "the server Xandikos; tested with 0.2.8 and 0.4"
    case .cyrus: "the server Cyrus IMAP; tested with 3.6"
    case .sabre: "servers made with sabre/dav, such as Baïkal; 1.8 was asked"
    case .davical: "the server DAViCal; 1.1 was asked"
    case .nextcloud: "Nextcloud: sabre's newer versions as their source says, and the app Tasks"
    case .tasksOrg: "the app Tasks.org, as its source and reports say"
    case .thunderbird: "Thunderbird, as reports say"
    case .apple: "Reminders on Apple's systems over CalDAV, and Calendar Server, as reports say"
    case .google: "Google Calendar over CalDAV"
    case .outlook: "tasks of Outlook and Exchange"
    }
  }

  /// The rows of the table that have evidence for it, in the table's order.
  public var rules: [ProfileRule] {
    ProfileRule.all.filter { rule in rule.evidence.contains { $0.profile == self } }
  }
}
