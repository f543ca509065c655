internal import Listo

/// Why an account cannot be asked, in words and as a status, with what would help.
enum AccountFailure {
  /// - Parameter isNew: the account is not there yet.
  static func failure(_ error: AccountError, isNew: Bool = false) -> Failure {
    let place = error.server.map { $0 + ": " } ?? ""
    let status: ExitStatus = error.code == .noLibrary ? .inputOutput : .noInput
    var repairs = isNew ? repairsOfNew(error.code) : repairs(error.code)
    if let host = error.host {
      repairs.append(
        isNew
          ? "If it is the right one, add the account with --allow-host \(host)."
          : "If it is the right one: listo account check NAME --allow-host \(host)")
    }
    return Failure(status, Visible.line("\(place)\(error.reason)."), details: repairs.map { "  " + $0 })
  }

  private static func repairs(_ code: AccountError.Code) -> [String] {
    switch code {
    case .connection:
      ["What is here can be read and changed without the server; sync again when it is there."]
    case .untrusted:
      [
        "ca-file in the configuration trusts a certificate of your own; the clock of this machine may be wrong, too."
      ]
    case .login: ["Nothing was tried a second time; listo account check shows each step."]
    case .notFound: ["Name the address that the server's documentation has for CalDAV."]
    case .forbidden, .missing, .answer: ["listo account check shows each step, and what the server can do."]
    // The reason says what to do.
    case .busy, .cancelled, .noLibrary, .otherHost: []
    }
  }

  /// Nothing of it is here yet, and there is nothing to check.
  private static func repairsOfNew(_ code: AccountError.Code) -> [String] {
    switch code {
    case .untrusted:
      [
        "No account was added. --ca-file trusts a certificate of your own; the clock of this machine may be wrong, too."
      ]
    case .login: ["No account was added, and nothing was tried a second time."]
    case .notFound: ["No account was added. Name the address that the server's documentation has for CalDAV."]
    case .connection, .forbidden, .missing, .answer, .busy, .cancelled, .otherHost:
      ["No account was added."]
    case .noLibrary: []
    }
  }
}
