internal import Listo
internal import Platform

/// A way of writing that someone chose, or left to the locale.
enum Localized<Value: Sendable>: Sendable {
  case chosen(Value)
  case locale
}

extension Localized: Equatable where Value: Equatable {}

/// The style of dates and weeks; the locale is asked once, and only where a setting leaves something to it.
struct LocalizedStyle {
  private let locale: LocaleTime?
  private let configuration: Configuration

  /// - Parameter locale: called where a setting leaves something to it.
  init(_ configuration: Configuration, locale: () -> LocaleTime? = { LocaleTime() }) {
    self.configuration = configuration
    let asks =
      configuration.weekStart?.value == .locale || configuration.clock?.value == .locale
      || configuration.dateOrder?.value == .locale
    self.locale = asks ? locale() : nil
  }

  /// Monday, unless another day is chosen.
  var weekStart: Weekday {
    Self.value(configuration.weekStart, .monday) {
      locale?.firstWeekday.flatMap { day in
        Weekday.allCases.indices.contains(day - 1) ? Weekday.allCases[day - 1] : nil
      }
    }
  }

  var dateStyle: DateStyle {
    let usual = DateStyle()
    return DateStyle(
      clock: Self.value(configuration.clock, usual.clock) {
        locale.map { $0.hasTwelveHours ? .hours12 : .hours24 }
      },
      order: Self.value(configuration.dateOrder, usual.order) {
        locale.map { $0.startsWithMonth ? .monthDay : .dayMonth }
      })
  }

  private static func value<Value>(
    _ setting: Configuration.Setting<Localized<Value>>?, _ usual: Value, _ locale: () -> Value?
  ) -> Value {
    switch setting?.value {
    case .chosen(let value): value
    case .locale: locale() ?? usual
    case nil: usual
    }
  }
}
