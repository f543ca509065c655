import Foundation

/// The settings of the test run that a program which a test starts must share.
public enum Inherited {
  /// The options of a sanitizer (`make sanitize`), and another time of day (`make test-later`); nothing else
  /// of the tests' own environment.
  public static let environment = ProcessInfo.processInfo.environment.filter {
    names.contains($0.key)
  }

  private static let names =
    (Sanitizer.isOn ? ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"] : [])
    + ["LD_PRELOAD", "LISTO_CLOCK_AHEAD"]
}
