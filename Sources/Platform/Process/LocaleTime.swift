#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How dates and times are written where the user lives: what the system has of a locale (POSIX, *LC_TIME*).
package struct LocaleTime: Sendable, Hashable {
  /// Hours count from 1 to 12, twice a day.
  package let hasTwelveHours: Bool
  /// The month stands first in a date, before the day and the year.
  package let startsWithMonth: Bool
  /// The day that a week begins with, from 1 for Sunday to 7; nil where the system does not tell.
  package let firstWeekday: Int?

  /// - Parameter name: a locale that is installed, such as `en_US.UTF-8`; empty for the one that the
  ///   environment names.
  /// - Returns: nil where it is not installed, and for `C` and `POSIX`, which are of no country.
  package init?(_ name: String = "") {
    guard let chosen = Formats(name), let none = Formats("C"),
      (chosen.date, chosen.time) != (none.date, none.time)
    else { return nil }
    hasTwelveHours = ["%r", "%I", "%l"].contains { chosen.time.contains($0) }
    let first = chosen.date.split(separator: "%").first { $0.first.map { !"aA".contains($0) } ?? false }
    startsWithMonth = first?.first.map { "mbBDh".contains($0) } ?? false
    firstWeekday = chosen.firstWeekday
  }
}

/// The formats of a locale, as `strftime` takes them.
private struct Formats {
  let date: String
  let time: String
  let firstWeekday: Int?

  init?(_ name: String) {
    guard let locale = unsafe newlocale(LC_TIME_MASK, name, nil) else { return nil }
    defer { unsafe freelocale(locale) }
    date = unsafe String(cString: nl_langinfo_l(nl_item(D_FMT), locale))
    time = unsafe String(cString: nl_langinfo_l(nl_item(T_FMT), locale))
    #if canImport(Glibc)
      // A byte, and a day to count from as a number in the place of an address: 30 November 1997 is a Sunday.
      let day = unsafe nl_langinfo_l(nl_item(_NL_TIME_FIRST_WEEKDAY), locale).map { unsafe Int($0.pointee) }
      let start = unsafe UInt(bitPattern: nl_langinfo_l(nl_item(_NL_TIME_WEEK_1STDAY), locale)) & 0xffff_ffff
      firstWeekday = day.map { (start == 1997_12_01 ? $0 : $0 - 1) % 7 + 1 }
    #else
      firstWeekday = nil
    #endif
  }
}
