package import ListoFormats

extension AccountSettings {
  /// Accounts as `listo account list --json` prints them:
  /// `{"listo":"accounts","version":1,"accounts":[{"name":…,"place":…,"user":…,"folder":…}]}`. Logins are
  /// left out.
  package static func json(of accounts: [AccountSettings]) -> JSONValue {
    .object(present: [
      "listo": "accounts", "version": 1,
      "accounts": .array(
        accounts.map { account in
          .object(present: [
            "name": .string(account.name), "place": .string(account.place),
            "user": account.user.map { .string($0) }, "folder": .string(account.folder),
          ])
        }),
    ])
  }
}
