internal import CPCRE2

/// A regular expression, compiled once, through PCRE2: matched against Unicode text, in bounded time and
/// memory.
///
/// Immutable after it was made, so that any number of threads may match with it at once.
@safe
public final class Pattern: Sendable, Hashable {
  /// The expression as it was given.
  public let source: String
  /// Whether capital letters differ from small ones.
  public let isCaseSensitive: Bool
  // PCRE2 promises that compiled code and a match context are not written by a match (pcre2api,
  // MULTITHREADING).
  nonisolated(unsafe) private let code: OpaquePointer
  nonisolated(unsafe) private let limits: OpaquePointer

  /// Why an expression cannot be compiled.
  public struct Problem: Error, Sendable, Hashable {
    /// In words for people.
    public let reason: String
    /// Where, in bytes of UTF-8 from the expression's beginning.
    public let offset: Int
  }

  /// The result of looking for it in a text.
  package enum Answer: Sendable, Hashable {
    case found
    case absent
    /// The search took more steps or memory than it may.
    case gaveUp
  }

  /// How often PCRE2's matching function may call itself for one text. An expression that explodes is stopped
  /// after 2 ms; of honest ones none was seen that needs a hundredth on a page of notes.
  package static let steps: UInt32 = 50_000
  /// How deep it may nest, and the KiB that this may take.
  private static let depth: UInt32 = 10_000
  private static let heap: UInt32 = 4_096
  /// The longest expression, in bytes: what is compiled is bounded by it.
  package static let longest = 4_096

  /// Compiles an expression in PCRE2's syntax, which is Perl's.
  ///
  /// - Throws: ``Problem``.
  public init(_ source: String, isCaseSensitive: Bool = false) throws(Problem) {
    (self.source, self.isCaseSensitive) = (source, isCaseSensitive)
    var bytes = Array(source.utf8)
    guard bytes.count <= Self.longest else {
      throw Problem(reason: "it is longer than \(Self.longest) bytes", offset: Self.longest)
    }
    var options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C
    if !isCaseSensitive { options |= PCRE2_CASELESS }
    var error: Int32 = 0
    var offset = 0
    let count = bytes.count
    // An array without elements has no address.
    bytes.append(0)
    let made = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe pcre2_compile_8(buffer.baseAddress, count, options, &error, &offset, nil)
    }
    guard let made = unsafe made else { throw Problem(reason: Self.words(error), offset: offset) }
    guard let limits = unsafe pcre2_match_context_create_8(nil) else {
      unsafe pcre2_code_free_8(made)
      throw Problem(reason: "there is no memory for it", offset: 0)
    }
    unsafe pcre2_set_match_limit_8(limits, Self.steps)
    unsafe pcre2_set_depth_limit_8(limits, Self.depth)
    unsafe pcre2_set_heap_limit_8(limits, Self.heap)
    unsafe self.code = made
    unsafe self.limits = limits
  }

  deinit {
    unsafe pcre2_match_context_free_8(limits)
    unsafe pcre2_code_free_8(code)
  }

  /// Looks for it anywhere in a text.
  ///
  /// - Complexity: bounded by ``steps`` and the length of the text, whatever the expression.
  package func answer(for text: String) -> Answer {
    var text = text
    return text.withUTF8 { buffer in
      guard let match = unsafe pcre2_match_data_create_8(1, nil) else { return .gaveUp }
      defer { unsafe pcre2_match_data_free_8(match) }
      var nothing: UInt8 = 0
      // A String is well-formed UTF-8: it need not be looked through for that again.
      let result =
        if let start = buffer.baseAddress {
          unsafe pcre2_match_8(code, start, buffer.count, 0, PCRE2_NO_UTF_CHECK, match, limits)
        } else {
          unsafe pcre2_match_8(code, &nothing, 0, 0, PCRE2_NO_UTF_CHECK, match, limits)
        }
      if result >= 0 { return .found }
      return result == PCRE2_ERROR_NOMATCH ? .absent : .gaveUp
    }
  }

  private static func words(_ code: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      unsafe pcre2_get_error_message_8(code, buffer.baseAddress, buffer.count)
    }
    return count > 0
      ? String(decoding: buffer.prefix(Int(count)), as: UTF8.self) : "it is no regular expression"
  }

  public static func == (left: Pattern, right: Pattern) -> Bool {
    left.source == right.source && left.isCaseSensitive == right.isCaseSensitive
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(isCaseSensitive)
  }
}
