import Foundation

/// Whether the tests run under a sanitizer, which opens files and takes memory of its own.
public enum Sanitizer {
  /// `LISTO_SANITIZER`, which `make sanitize` sets.
  public static let isOn = ProcessInfo.processInfo.environment["LISTO_SANITIZER"] != nil

  /// What a sanitized program that a test starts must know.
  public static let environment = ProcessInfo.processInfo.environment.filter {
    isOn && ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE"].contains($0.key)
  }
}
