internal import ICalendar

/// Dates of HTTP (RFC 9110 §5.6.7).
enum HTTPDate {
  /// Seconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`; nil for another form, which no server of today
  /// sends.
  static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      (1...9999).contains(year),
      let month = EnglishNames.months.firstIndex(of: String(words[2]))
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard time.count == 3, (0..<24).contains(time[0]), (0..<60).contains(time[1]), (0...60).contains(time[2]),
      let date = Day(year: year, month: month + 1, day: day)
    else { return nil }
    return date.daysSince1970 * 86400 + time[0] * 3600 + time[1] * 60 + time[2]
  }
}
