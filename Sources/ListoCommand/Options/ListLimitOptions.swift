internal import ArgumentParser
internal import ICalendar
internal import Listo

/// What `--limit` says: bounds of what reading may cost.
protocol ReadingBounds {
  var values: ReadingLimits { get }
}

extension LimitOptions: ReadingBounds {}

/// The same option where reminders are listed: a plain number is how many.
struct ListLimitOptions: ParsableArguments, ReadingBounds {
  @Option(
    help: ArgumentHelp(
      "Show no more than so many reminders, the first in the order; or set a limit of what an input may cost, such as nesting=100 or input-size=2G; repeated: several. The manual explains them: \(LimitArgument.names.joined(separator: ", ")).",
      valueName: "count or name=value"),
    completion: .list(LimitArgument.names.map { $0 + "=" }), transform: Argument.init)
  var limit: [Argument] = []

  enum Argument {
    case count(Int)
    case reading(LimitArgument)

    /// - Throws: ValidationError.
    init(_ text: String) throws {
      guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        self = .reading(try LimitArgument(text))
        return
      }
      guard let count = Int(text), count > 0 else {
        throw ValidationError("it is how many reminders are shown, 1 or more.")
      }
      self = .count(count)
    }
  }

  /// How many reminders are shown; the last that was given counts.
  var count: Int? {
    limit.reversed().lazy.compactMap { argument in
      if case .count(let count) = argument { count } else { nil }
    }.first
  }

  var values: ReadingLimits {
    var values = ReadingLimits()
    for case .reading(let argument) in limit { values[argument.limit] = argument.value }
    return values
  }
}
