/// The parser that reads iCalendar.
public enum CalendarParser: String, Sendable, Hashable, CaseIterable {
  /// Listo's own: it keeps every byte, and reads files of any size in bounded memory.
  case listo
  /// libical's: it reads each file as a whole, in ten to thirty times the file's size of memory, and loses
  /// data; `listo check --as libical` lists its losses.
  case libical
}
