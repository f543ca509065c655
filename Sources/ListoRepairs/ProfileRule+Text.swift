internal import ICalendar

extension ProfileRule {
  /// Of bytes and lines.
  static let text: [ProfileRule] = [
    ProfileRule(
      .byteOrderMark, .safe,
      matters: "the first line is not exactly BEGIN:VCALENDAR, so some programs read nothing",
      remedy: "the three bytes are dropped",
      [
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.xandikos, "0.4 answers 412: content line could not be parsed into parts"),
      ]),
    ProfileRule(
      .invalidUTF8, .lossy, matters: "iCalendar is UTF-8; other bytes cannot be read as text",
      remedy: "the bytes are read as Windows-1252, which includes ISO 8859-1; check the text",
      [
        Evidence(.rfc, "RFC 5545 §3.1.4"),
        Evidence(.xandikos, "0.4 answers 412: 'utf-8' codec can't decode byte"),
        Evidence(.davical, "1.1 answers 500"),
      ]),
    ProfileRule(
      .nulByte, .lossy, matters: "many programs read it as the end of the text",
      remedy: "the byte is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.1: CONTROL is no part of a value"),
        Evidence(.cyrus, "3.6 answers 403: resource is not an iCalendar object"),
        Evidence(.xandikos, "0.4 answers 412: invalid character"),
        Evidence(.davical, "1.1 answers 500"),
      ]),
    ProfileRule(
      .controlCharacter, .lossy, matters: "RFC 5545 allows no control character in a value except the tab",
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
        "RFC 5545 §3.1 allows it, but programs that decode a line before unfolding cannot read it",
      remedy: "the fold is moved next to the character",
      [
        Evidence(.radicale, "3.1.8 and 3.9 store wrong letters: the whole object is read as ISO 8859-1"),
        Evidence(.xandikos, "0.4 answers 412: 'utf-8' codec can't decode byte; 0.2.8 stores U+FFFD"),
        Evidence(.sabre, "1.8 stores wrong letters"),
        Evidence(.davical, "1.1 answers 500"),
      ]),
    ProfileRule(
      .emptyFold, .safe, .note, matters: "some programs read it as an empty line",
      remedy: "the fold is dropped",
      [Evidence(.apple, "iCloud seems to reject it (bitfireAT/synctools#141, ical4j#842: reports)")]),
    ProfileRule(
      .malformedLine, .lossy, matters: "a server that cannot read a line refuses the whole object",
      remedy: "the line is dropped; if it is the rest of a broken text, restore it by hand",
      [
        Evidence(.rfc, "RFC 5545 §3.1"),
        Evidence(.caldav, "RFC 4791 §5.3.2.1: what is stored is valid iCalendar"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400: failed to parse line"),
        Evidence(.xandikos, "0.2.8 and 0.4 answer 412: invalid content line"),
        Evidence(.cyrus, "3.6 answers 403: got a data line, but could not find a property name"),
        Evidence(.sabre, "1.8 refuses it"),
      ]),
    ProfileRule(
      .lowerCaseBegin, .safe, matters: "names are case-insensitive, but some programs do not accept this",
      remedy: "the line is written in capitals",
      [
        Evidence(
          .sabre, "1.8 answers 415 to END:vtodo and END:vcalendar: invalid VObject; begin:vtodo it takes")
      ]),
    ProfileRule(
      .badParameter, .lossy,
      matters: "text after an invalid parameter may be read as part of it",
      remedy: "the parameters from this one on are dropped",
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
      matters: "a stored object is not an iTIP message, but the server may apply the rules of messages",
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
      matters: "a reply, a counter-proposal or a cancellation is about a reminder, but is not one",
      remedy: "leave it out; if there is no other version of the reminder, remove METHOD by hand",
      [
        Evidence(.caldav, "RFC 4791 §4.1: stored objects must not have METHOD"),
        Evidence(.cyrus, "3.6 answers 403: failed iTIP restrictions"),
      ]),
    ProfileRule(
      .severalCalendars, .none, matters: "a stored object is one VCALENDAR",
      remedy: "write one file each with listo split --by uid, or one VCALENDAR with listo merge",
      [
        Evidence(.caldav, "RFC 4791 §4.1: one iCalendar object"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.xandikos, "0.4 answers 412: multiple components where only one is allowed"),
        Evidence(.cyrus, "3.6 answers 403: resource is not an iCalendar object"),
        Evidence(.sabre, "1.8 refuses it"),
      ]),
    ProfileRule(
      .severalTypes, .none, matters: "a stored object holds components of one type, and time zones",
      remedy: "write the others to a file of their own",
      [
        Evidence(.caldav, "RFC 4791 §4.1: not more than one type of component"),
        Evidence(.radicale, "3.9 answers 400: multiple component types in object"),
      ]),
    ProfileRule(
      .misplacedComponent, .lossy,
      matters: "an alarm belongs to a reminder or an event, STANDARD and DAYLIGHT to a VTIMEZONE",
      remedy: "the component is dropped; to keep an alarm, move it into its reminder by hand",
      [
        Evidence(.rfc, "RFC 5545 §3.6"),
        Evidence(.radicale, "3.9 answers 400: multiple component types in object"),
      ]),
    ProfileRule(
      .incompleteZone, .lossy, matters: "the server reads every definition, even one that no time uses",
      remedy: "the definition is dropped; programs then look up the name",
      [
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.cyrus, "3.6 answers 403 if TZID is missing"),
      ]),
    ProfileRule(
      .missingProperty, .safe, refines: .missingProperty,
      matters: "RFC 5545 requires it, and strict programs refuse the component without it",
      remedy: "VERSION and PRODID of a calendar are added; there is no repair for other properties",
      [Evidence(.rfc, "RFC 5545 §3.6")]),
  ]
}
