import Testing

/// Inputs that may not be read, asked for by a user with no rights: root reads everything.
@Suite struct UnreadableInputTests {
  @Test(.enabled(if: Ability.unprivileged != nil, "no way to be another user here"))
  func oneThatMayNotBeReadCostsNoOther() throws {
    let user = try #require(Ability.unprivileged)
    let sandbox = try Sandbox()
    for name in ["open", "secret", "closed/inner"] {
      try sandbox.write("in/\(name).ics", Calendars.text(1, title: name))
    }
    let result = try sandbox.sh(
      """
      chmod 755 . in; chmod 644 in/open.ics; chmod 600 in/secret.ics; chmod 700 in/closed
      [ $(id -u) = 0 ] || chmod 0 in/secret.ics in/closed
      \(user) listo convert in; echo status $?
      \(user) listo merge in; echo status $?
      """)
    #expect(
      result.output == Calendars.text(1, title: "open") + "status 66\nstatus 66\n", "\(result.output)")
    #expect(
      result.errors.hasPrefix(
        """
        in/closed: error: Permission denied [unreadable]
        in/secret.ics: error: Permission denied [unreadable]

        """), "\(result.errors)")
  }
}
