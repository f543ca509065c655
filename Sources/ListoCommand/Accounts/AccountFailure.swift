internal import Listo

/// Why an account cannot be asked, in words and as a status, with what would help.
enum AccountFailure {
  static func failure(_ error: AccountError) -> Failure {
    let place = error.url.map { "\($0.origin): " } ?? ""
    let status: ExitStatus =
      switch error.code {
      case .login, .forbidden: .noInput
      case .noLibrary: .inputOutput
      default: .noInput
      }
    return Failure(
      status, Visible.line("\(place)\(error.reason)."), details: repairs(error.code).map { "  " + $0 })
  }

  private static func repairs(_ code: AccountError.Code) -> [String] {
    switch code {
    case .connection:
      ["What is here can be read and changed without the server; sync again when it is there."]
    case .untrusted:
      [
        "ca-file in the configuration trusts a certificate of your own; the clock of this machine may be wrong, too."
      ]
    case .login: ["It was tried once, so that nothing is locked; listo account check shows each step."]
    case .notFound: ["Name the address that the server's documentation has for CalDAV."]
    case .forbidden, .missing, .answer: ["listo account check shows each step, and what the server can do."]
    // The reason says what to do.
    case .busy, .cancelled, .noLibrary: []
    }
  }
}
