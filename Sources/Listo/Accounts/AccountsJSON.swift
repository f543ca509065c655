package import ListoFormats

/// The reports of several accounts, as one JSON document:
/// `{"listo":…,"version":1,"accounts":[{"account":a name, the members of its report, …}]}`.
package struct AccountsJSON: Sendable {
  /// The kind of the reports, with its name in JSON.
  package enum Kind: String, Sendable {
    /// Of each its ``SyncReport``.
    case sync
    /// Of each its ``SyncPlan``.
    case plan = "sync-plan"
    /// Of each its ``AccountStatus`` and its plan.
    case status
    /// Of each its ``Discovery``.
    case check = "account-check"
  }

  private let kind: Kind
  private var accounts: [[JSONValue.Member]] = []

  /// Nothing yet.
  package init(_ kind: Kind) { self.kind = kind }

  /// The next account.
  package mutating func begin(_ name: String) {
    accounts.append(JSONValue.object(present: ["account": .string(name)]).members)
  }

  /// Adds the members of an object to those of the account that was begun last.
  package mutating func add(_ part: JSONValue) {
    guard let last = accounts.indices.last else { return }
    accounts[last] += part.members
  }

  /// It went no further with that account, and why.
  package mutating func add(error: String) { add(.object(present: ["error": .string(error)])) }

  /// The whole document.
  package var json: JSONValue {
    .object(present: [
      "listo": .string(kind.rawValue), "version": 1, "accounts": .array(accounts.map { .object($0) }),
    ])
  }
}
