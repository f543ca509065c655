import Foundation
import Testing

/// Dates and weeks as the locale has them, where the configuration leaves it to that.
@Suite struct LocaleTests {
  /// The sources of glibc's locales: each can be made from them, whatever is installed.
  private static let hasSources =
    FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/en_US")
    && FileManager.default.isExecutableFile(atPath: "/usr/bin/localedef")

  @Test(
    .enabled(if: hasSources, "the sources of locales are not installed (Debian's locales)"),
    arguments: [
      ("en_US", "Dec 5, 2026, 6:00 PM", "2026-11-29"), ("de_DE", "5 Dec 2026, 18:00", "2026-11-30"),
      ("en_IN", "5 Dec 2026, 6:00 PM", "2026-11-29"), ("ar_EG", "5 Dec 2026, 6:00 PM", "2026-11-28"),
      ("sv_SE", "5 Dec 2026, 18:00", "2026-11-30"),
    ])
  func settingsLeaveItToTheLocale(name: String, due: String, week: String) throws {
    let sandbox = try Sandbox()
    // localedef has status 1 for a warning, and makes the locale.
    try sandbox.sh("mkdir locales; localedef -i \(name) -f UTF-8 locales/\(name).UTF-8")
    let environment = [
      "LOCPATH": sandbox.path + "/locales", "LC_ALL": "\(name).UTF-8", "XDG_CONFIG_HOME": sandbox.path,
      "TZ": "UTC",
    ]
    let script = """
      printf 'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nPRODID:x\\r\\nBEGIN:VTODO\\r\\nUID:1\\r\\nDTSTAMP:20261101T080000Z\\r\\n\
      SUMMARY:Milk\\r\\nDUE:20261205T180000\\r\\nEND:VTODO\\r\\nEND:VCALENDAR\\r\\n' >milk.ics; mkdir -p listo
      """
    try sandbox.sh(script)
    let list = "listo list milk.ics --template '{due:long}' --now 2026-12-01T09:00:00"
    // Without a word about it, all locales have one way.
    #expect(try sandbox.sh(list, environment: environment).output == "Sat 5 Dec 2026, 18:00\n")
    try sandbox.sh(
      "printf 'clock = \"locale\"\\ndate-order = \"locale\"\\nweek-start = \"locale\"\\n' >listo/config.toml")
    let shown = try sandbox.sh(list, environment: environment).output
    #expect(shown.hasSuffix(due + "\n") && shown.hasPrefix("Sat"), "\(shown)")
    let change =
      "listo flag milk --in milk.ics --now 2026-12-05T18:00:00 -q; listo history --now 2026-12-06T09:00:00"
    let history = try sandbox.sh(change, environment: environment).output
    let date = due.replacing(", 2026,", with: ",").replacing(" 2026,", with: "")
    #expect(history.contains("  \(date)  flagged: Milk"), "\(history)")
    let weeks = try sandbox.sh(
      "listo stats milk.ics --json --weeks 1 --now 2026-12-01T09:00:00 | grep -m 1 '\"start\"'",
      environment: environment)
    #expect(weeks.output.contains(week), "\(weeks)")
  }
}
