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
          ? "If this host is right, add the account with --allow-host \(host)."
          : "If this host is right: listo account check NAME --allow-host \(host)")
    }
    return Failure(status, Visible.line("\(place)\(error.reason)."), details: repairs.map { "  " + $0 })
  }

  private static func repairs(_ code: AccountError.Code) -> [String] {
    switch code {
    case .connection:
      ["You can work offline meanwhile; sync again when the server is reachable."]
    case .untrusted:
      [
        "To trust your own certificate, set ca-file in the configuration. Check the clock of this machine too."
      ]
    case .login: ["Listo did not retry; listo account check shows each step."]
    case .notFound: ["Use the CalDAV address of the server's documentation."]
    case .forbidden, .missing, .answer:
      ["listo account check shows each step and the features of the server."]
    // The reason says what to do.
    case .busy, .cancelled, .noLibrary, .otherHost: []
    }
  }

  /// Nothing of it is here yet, and there is nothing to check.
  private static func repairsOfNew(_ code: AccountError.Code) -> [String] {
    switch code {
    case .untrusted:
      [
        "No account was added. To trust your own certificate, pass --ca-file. Check the clock of this machine too."
      ]
    case .login: ["No account was added, and Listo did not retry."]
    case .notFound: ["No account was added. Use the CalDAV address of the server's documentation."]
    case .connection, .forbidden, .missing, .answer, .busy, .cancelled, .otherHost:
      ["No account was added."]
    case .noLibrary: []
    }
  }
}
