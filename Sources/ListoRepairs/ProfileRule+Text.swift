internal import ICalendar

extension ProfileRule {
  /// Of bytes and lines.
  static let text: [ProfileRule] = [
    ProfileRule(
      .byteOrderMark, .safe, matters: "the first line does not read BEGIN:VCALENDAR, so that nothing is read",
      remedy: "the three bytes are dropped",
      [
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.xandikos, "0.4 answers 412: content line could not be parsed into parts"),
      ]),
    ProfileRule(
      .invalidUTF8, .lossy, matters: "iCalendar is UTF-8, and what is not cannot be read as text",
      remedy: "the bytes are taken for Windows-1252, which holds ISO 8859-1; look at the words",
      [
        Evidence(.rfc, "RFC 5545 §3.1.4"),
        Evidence(.xandikos, "0.4 answers 412: 'utf-8' codec can't decode byte"),
        Evidence(.davical, "1.1 answers 500"),
      ]),
    ProfileRule(
      .nulByte, .lossy, matters: "many programs take it for the end of the text",
      remedy: "the byte is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.1: CONTROL is no part of a value"),
        Evidence(.cyrus, "3.6 answers 403: resource is not an iCalendar object"),
        Evidence(.xandikos, "0.4 answers 412: invalid character"),
        Evidence(.davical, "1.1 answers 500"),
      ]),
    ProfileRule(
      .controlCharacter, .lossy, matters: "RFC 5545 allows none in a value but the tab",
      remedy: "the character is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.1: CONTROL is no part of a value"),
        Evidence(.radicale, "3.1.8 answers 400 to a carriage return within a line"),
        Evidence(.xandikos, "0.4 answers 412: invalid character; 0.2.8 cuts a text at a carriage return"),
        Evidence(.sabre, "1.8 answers 415 to a carriage return within a line"),
        Evidence(.davical, "1.1 cuts a text at a carriage return"),
      ]),
    ProfileRule(
      .cutCharacter, .safe,
      matters:
        "RFC 5545 §3.1 allows it, and programs that make characters of a line before they unfold it cannot read it",
      remedy: "the fold is put beside the character",
      [
        Evidence(.radicale, "3.1.8 and 3.9 store other letters: all of the object is taken for ISO 8859-1"),
        Evidence(.xandikos, "0.4 answers 412: 'utf-8' codec can't decode byte; 0.2.8 stores U+FFFD"),
        Evidence(.sabre, "1.8 stores other letters"),
        Evidence(.davical, "1.1 answers 500"),
      ]),
    ProfileRule(
      .emptyFold, .safe, .note, matters: "some programs take it for an empty line",
      remedy: "the fold is dropped",
      [Evidence(.apple, "iCloud seems to reject it (bitfireAT/synctools#141, ical4j#842: reports)")]),
    ProfileRule(
      .malformedLine, .lossy, matters: "a server that cannot read a line refuses all of the object",
      remedy: "the line is dropped; where it is the rest of a text that was cut, put it back by hand",
      [
        Evidence(.rfc, "RFC 5545 §3.1"),
        Evidence(.caldav, "RFC 4791 §5.3.2.1: what is stored is valid iCalendar"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400: failed to parse line"),
        Evidence(.xandikos, "0.2.8 and 0.4 answer 412: invalid content line"),
        Evidence(.cyrus, "3.6 answers 403: got a data line, but could not find a property name"),
        Evidence(.sabre, "1.8 refuses it"),
      ]),
    ProfileRule(
      .lowerCaseBegin, .safe, matters: "names are the same in any case, and not every program knows",
      remedy: "the line is written in capitals",
      [
        Evidence(
          .sabre, "1.8 answers 415 to END:vtodo and END:vcalendar: invalid VObject; begin:vtodo it takes")
      ]),
    ProfileRule(
      .badParameter, .lossy,
      matters: "what stands behind a parameter that cannot be read may be taken for part of it",
      remedy: "the parameters from there on are dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.2"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400 where a quotation mark is not closed"),
        Evidence(.xandikos, "0.4 answers 412: content line could not be parsed into parts"),
        Evidence(.cyrus, "3.6 answers 403: can't parse parameter name"),
      ]),
  ]

  /// Rules about the lines of a calendar.
  static let calendars: [ProfileRule] = [
    ProfileRule(
      .storedMethod, .safe,
      matters: "a stored object is no message, and a server may hold it to the rules of messages",
      remedy: "METHOD is dropped",
      [
        Evidence(.caldav, "RFC 4791 §4.1: stored objects must not have METHOD"),
        Evidence(
          .cyrus,
          "3.6 answers 403: failed iTIP restrictions; it refused 64 of 547 real items, and took all of them without METHOD"
        ),
      ]),
    ProfileRule(
      .storedMessage, .none,
      matters: "a reply, a counter-proposal or a cancellation says something about a reminder, and is none",
      remedy: "leave it out, or take METHOD out by hand if it is all there is of the reminder",
      [
        Evidence(.caldav, "RFC 4791 §4.1: stored objects must not have METHOD"),
        Evidence(.cyrus, "3.6 answers 403: failed iTIP restrictions"),
      ]),
    ProfileRule(
      .severalCalendars, .none, matters: "a stored object is one VCALENDAR",
      remedy: "listo split --by uid makes a file of each, listo merge one of all",
      [
        Evidence(.caldav, "RFC 4791 §4.1: one iCalendar object"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.xandikos, "0.4 answers 412: multiple components where only one is allowed"),
        Evidence(.cyrus, "3.6 answers 403: resource is not an iCalendar object"),
        Evidence(.sabre, "1.8 refuses it"),
      ]),
    ProfileRule(
      .missingProperty, .safe, refines: .missingProperty,
      matters: "RFC 5545 asks for it, and strict programs do not read the component without",
      remedy: "VERSION and PRODID of a calendar are written; what else is missing, nobody knows",
      [Evidence(.rfc, "RFC 5545 §3.6")]),
  ]
}
