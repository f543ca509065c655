/// The lines of a calendar that is made here, not read.
package enum CalendarText {
  /// PRODID of what Listo makes (RFC 5545 §3.7.3).
  package static let producer = "-//Listo//Listo//EN"
  /// BEGIN:VCALENDAR and what a calendar has to say of itself (RFC 5545 §3.6), each with CRLF.
  package static let head = begin + Array("VERSION:2.0\r\nPRODID:\(producer)\r\n".utf8)
  /// BEGIN:VCALENDAR with CRLF.
  package static let begin = Array("BEGIN:VCALENDAR\r\n".utf8)
  /// END:VCALENDAR with CRLF.
  package static let end = Array("END:VCALENDAR\r\n".utf8)
}
