public import ICalendar

/// The reason why words are not a date, a rule or a reminder, the parts that were understood, and the place
/// of the problem.
public struct WordsError: Error, Sendable, Hashable {
  /// The words as they were given.
  public let text: String
  /// The wrong part of ``text``: words that were not understood or are ambiguous; empty at the end if
  /// something is missing.
  public let range: Range<String.Index>
  /// The parts that were understood, in the order of the text.
  public let understood: [Piece]
  /// The problem.
  public let problem: Problem

  /// - Parameter understood: in any order.
  init(text: String, range: Range<String.Index>, understood: [Piece], problem: Problem) {
    (self.text, self.range, self.problem) = (text, range, problem)
    self.understood = understood.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The kind of a problem with words.
  public enum Problem: Sendable, Hashable {
    /// Not a date, time or rule; `expected` describes the valid input in words.
    case notUnderstood(expected: String)
    /// It could mean each of these.
    case ambiguous([Reading])
    /// A day that its month does not have, or a weekday that the date is not; a sentence without its full
    /// stop.
    case noSuchDay(String)
    /// A year of two digits; the day that it would be in this century.
    case shortYear(Day?)
    /// A part of the day, such as `morning`, that names no time.
    case vagueTime
    /// A part that may appear only once appears again.
    case twice(Piece.Kind)
    /// Every word was understood, and none is left for the title.
    case noTitle
    /// A time that is written out has a zone or an offset at fault.
    case zone(ZoneProblem)
  }

  /// One of the things that words can mean.
  public struct Reading: Sendable, Hashable {
    /// The words to write instead.
    public let words: String
    /// The present meaning; nil if it is the same as the words.
    public let meaning: String?

    /// Creates a suggestion and its present meaning.
    public init(_ words: String, _ meaning: String? = nil) { (self.words, self.meaning) = (words, meaning) }
  }

  /// A violation of RFC 9557's rules for the zone of a time.
  public enum ZoneProblem: Error, Hashable {
    case noDateAndTime
    case noBracket
    case critical(String)
    case two
    case unknown(String)
    case wrongOffset(String)
  }
}

extension WordsError: CustomStringConvertible {
  /// The words at fault.
  public var fault: String { String(text[range]) }

  /// One sentence without its full stop: the problem, the parts that were understood, and valid alternatives.
  public var description: String {
    let words = range.isEmpty ? "the end" : "'\(fault.count > 60 ? fault.prefix(60) + "…" : fault)'"
    var sentence: String
    switch problem {
    case .notUnderstood(let expected):
      sentence = "Listo does not understand \(words); write \(expected)"
    case .ambiguous(let readings):
      let list = readings.map { reading in
        "'\(reading.words)'" + (reading.meaning.map { " (\($0))" } ?? "")
      }
      sentence = "\(words) is ambiguous: write \(list.joined(separator: " or "))"
    case .noSuchDay(let reason): sentence = "\(words) is not a date: \(reason)"
    case .shortYear(let day):
      sentence =
        "\(words) has a year of two digits: write all four"
        + (day.map { ", such as \($0)" } ?? "")
    case .vagueTime: sentence = "\(words) has no time; write a time such as 9:00 or 18:00"
    case .twice(let kind): sentence = "\(words) is a second \(kind.name)"
    case .noTitle: sentence = "no words are left for the title"
    case .zone(let problem): sentence = "\(words) is not a time: \(problem)"
    }
    if !understood.isEmpty {
      sentence += "; understood so far: "
      sentence += understood.map { "'\(text[$0.range])' (\($0.meaning))" }.joined(separator: ", ")
    }
    return sentence
  }
}

extension WordsError.ZoneProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noDateAndTime: "a date and a time must come before the zone"
    case .noBracket: "write the zone in brackets, such as [Europe/Berlin]"
    case .critical(let tag): "[\(tag)] is marked as critical, but Listo does not know it"
    case .two: "it has two zones"
    case .unknown(let name): "unknown time zone '\(name)'"
    case .wrongOffset(let name): "\(name) has another offset at that time"
    }
  }
}
