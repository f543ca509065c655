import Foundation

/// Whether the tests run under a sanitizer, which opens files and takes memory of its own.
public enum Sanitizer {
  /// `LISTO_SANITIZER`, which `make sanitize` sets.
  public static let isOn = ProcessInfo.processInfo.environment["LISTO_SANITIZER"] != nil
}
