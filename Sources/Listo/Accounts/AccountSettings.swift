public import ListoAccounts

/// The settings of an account: its address and login, without the password.
public struct AccountSettings: Sendable, Hashable {
  /// The name that it is called by.
  public var name: String
  /// An address, a domain or an address of mail, as it was named.
  public var place: String
  /// Nil for a server without a login.
  public var user: String?
  /// The program or file that gives the password; nil if the password is asked for on the terminal.
  public var password: PasswordSource?
  /// The password is a token (RFC 6750).
  public var isToken: Bool
  /// Certificates (PEM) to trust instead of the system's.
  public var authorities: String?
  /// Hosts other than that of ``place`` to which the login may be sent, each with its port unless that is the
  /// usual one.
  public var allowedHosts: [String] = []
  /// The absolute path of the folder for the lists.
  public var folder: String
  /// The number of days that deleted files and dismissed losing versions stay in the trash.
  public var trashDays = 30

  /// Returns a host in the form that ``allowedHosts`` uses: lower case, with its port unless that is the
  /// usual one; nil if the text is not a host.
  public static func host(_ text: String) -> String? { LoginOrigins.host(text) }

  /// Creates the settings of an account.
  public init(
    name: String, place: String, user: String?, password: PasswordSource?, isToken: Bool = false,
    authorities: String? = nil, folder: String
  ) {
    (self.name, self.place, self.user, self.password) = (name, place, user, password)
    (self.isToken, self.authorities, self.folder) = (isToken, authorities, folder)
  }
}
