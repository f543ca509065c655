internal import Listo

/// A date or time on the command line.
enum DateArgument {
  /// `2026-12-01`, which is its midnight, `2026-12-01T09:00:00` (in the viewer's zone), the same with `Z`, an offset or a zone in brackets; nil for anything
  /// else.
  static func instant(_ text: String, in zone: Zone) -> Instant? {
    guard let moment = try? Moment(written: text) else { return nil }
    return ViewContext(now: Instant(seconds: 0), zone: zone).instant(of: moment, zones: .empty)
  }

  /// What words of a date mean that are shorthand for an expression: in the language of the configuration, else in English, as
  /// expressions have them, so that what stands in a script is understood wherever it runs.
  ///
  /// - Throws: what `read` throws of the first of these.
  static func understood<Value>(
    in configuration: Configuration, _ read: (WordsLanguage) throws(QuerySyntaxError) -> Value
  ) throws(QuerySyntaxError) -> Value {
    let language = WordsLanguage(configuration)
    do throws(QuerySyntaxError) {
      return try read(language)
    } catch {
      if language.code != WordsLanguage.english.code, let value = try? read(.english) { return value }
      throw error
    }
  }
}
