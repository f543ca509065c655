internal import ICalendar

extension ProfileRule {
  /// Of single properties.
  static let values: [ProfileRule] = [
    ProfileRule(
      .missingUID, .safe, refines: .missingProperty,
      matters: "the reminder has no identity, so it cannot be found again",
      remedy: "a UID is derived from the content; it is the same on every machine",
      [
        Evidence(.rfc, "RFC 5545 §3.8.4.7"),
        Evidence(.caldav, "RFC 4791 §4.1: components have a UID"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400: VTODO component without UID in object"),
        Evidence(.cyrus, "3.6 answers 403: missing UID property"),
        Evidence(.sabre, "1.8 refuses it"),
      ]),
    ProfileRule(
      .missingStamp, .safe, refines: .missingProperty, matters: "the age of the version is unknown",
      remedy: "DTSTAMP is LAST-MODIFIED, else CREATED, else 1970",
      [
        Evidence(.rfc, "RFC 5545 §3.8.7.2"),
        Evidence(.apple, "Calendar Server refuses it (todoman#15)"),
      ]),
    ProfileRule(
      .identicalProperty, .safe, refines: .repeatedProperty,
      matters: "a server may refuse a repeated property, whatever its value",
      remedy: "the second one is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.6"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.cyrus, "3.6 answers 403: expected zero or one instances of the property and got 2"),
        Evidence(.nextcloud, "newer sabre answers 415, or silently drops one (its source)"),
      ]),
    ProfileRule(
      .repeatedProperty, .lossy, refines: .repeatedProperty,
      matters: "there are two values instead of one; programs show one or the other",
      remedy: "the first stays, as Listo and most programs read it, and the others are dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.6"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.cyrus, "3.6 answers 403: expected zero or one instances of the property and got 2"),
        Evidence(.nextcloud, "newer sabre answers 415, or silently drops one (its source)"),
      ]),
    ProfileRule(
      .emptyValue, .safe, refines: .badValue,
      matters: "a server that needs a date or a number refuses an empty value",
      remedy: "the property is dropped; an empty DTSTAMP is replaced",
      [
        Evidence(.rfc, "RFC 5545 §3.3: a date, a number or a word is not empty"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400 to dates, durations and rules"),
        Evidence(.xandikos, "0.4 answers 412 to dates, numbers and positions"),
        Evidence(.cyrus, "3.6 answers 403: no value for the property"),
        Evidence(.davical, "1.1 answers 500 to DUE"),
      ]),
    ProfileRule(
      .misspelledValue, .safe, refines: .badValue,
      matters: "people can read the value, but most programs cannot, and some refuse the reminder",
      remedy: "the same value is written as RFC 5545 has it",
      [
        Evidence(.rfc, "RFC 5545 §3.3"),
        Evidence(.caldav, "RFC 4791 §5.3.2.1: what is stored is valid iCalendar"),
        Evidence(
          .radicale, "3.9 answers 400 to ISO 8601 dates, to a rule that ends in a semicolon, and to BYDAY=TU,"
        ),
        Evidence(.xandikos, "0.4 answers 412: expected datetime, date, or time"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as RECUR value, as GEO value"),
      ]),
    ProfileRule(
      .lowerCaseTime, .safe, matters: "RFC 5545 allows it, but the server cannot read the time",
      remedy: "the letters are written in capitals",
      [Evidence(.cyrus, "3.6 answers 403: can't parse as DATE-TIME value")]),
    ProfileRule(
      .badDate, .lossy, refines: .badValue,
      matters: "no program can read the date, and most servers refuse the whole reminder",
      remedy: "the property, or the date out of a list of them, is dropped; a DTSTAMP is replaced",
      [
        Evidence(.rfc, "RFC 5545 §3.3.4 and §3.3.5"),
        Evidence(.caldav, "RFC 4791 §5.3.2.1: what is stored is valid iCalendar"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400: is not a valid DATE-TIME; 36 of 547 real items"),
        Evidence(.xandikos, "0.2.8 and 0.4 answer 412: expected datetime, date, or time"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as DATE-TIME value"),
        Evidence(.davical, "1.1 answers 500 to some"),
      ]),
    ProfileRule(
      .badRecurrenceID, .none, refines: .badValue, matters: "it is unknown which occurrence it replaces",
      remedy: "write the date of the occurrence, or delete the component",
      [
        Evidence(.rfc, "RFC 5545 §3.8.4.4"),
        Evidence(.caldav, "RFC 4791 §5.3.2.1: what is stored is valid iCalendar"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.xandikos, "0.4 answers 412: expected datetime, date, or time"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as DATE-TIME value"),
      ]),
    ProfileRule(
      .badNumber, .lossy, refines: .badValue,
      matters: "programs do not show an invalid priority, percentage or count",
      remedy: "the property is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.3.8"),
        Evidence(.xandikos, "0.4 answers 412: expected int"),
        Evidence(.davical, "1.1 answers 500 to PRIORITY:high"),
      ]),
    ProfileRule(
      .badPosition, .lossy, refines: .badValue,
      matters: "GEO needs latitude and longitude, separated by a semicolon",
      remedy: "the property is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.8.1.6"),
        Evidence(.xandikos, "0.4 answers 412: expected 'float;float'"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as GEO value"),
      ]),
    ProfileRule(
      .badDuration, .lossy, refines: .badValue, matters: "the duration, or the time of the alarm, is unknown",
      remedy:
        "the property is dropped; an alarm's local time is written in UTC, and an alarm without a readable time is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.3.6"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400 to a trigger"),
        Evidence(.xandikos, "0.4 answers 412: expected datetime, date, or time"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as DURATION value"),
      ]),
    ProfileRule(
      .badRule, .lossy, refines: .badValue,
      matters: "no program can compute the occurrences, and some servers refuse the reminder",
      remedy: "the rule is dropped; the reminder is kept and does not repeat",
      [
        Evidence(.rfc, "RFC 5545 §3.3.10"),
        Evidence(.caldav, "RFC 4791 §5.3.2.1: what is stored is valid iCalendar"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.xandikos, "0.4 answers 412: expected frequency"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as RECUR value"),
        Evidence(.apple, "one bad recurring task stops an account (vikunja#384, #728)"),
      ]),
    ProfileRule(
      .valueType, .lossy, refines: .badParameter,
      matters: "the parameter and the value have different types",
      remedy: "the parameter is changed to match the value",
      [
        Evidence(.rfc, "RFC 5545 §3.2.20"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400 to DUE;VALUE=TEXT"),
        Evidence(.cyrus, "3.6 answers 403: invalid VALUE type for property, can't parse as BOOLEAN value"),
      ]),
    ProfileRule(
      .dateWithoutValue, .safe, refines: .badParameter,
      matters: "a program may read the date as an invalid time",
      remedy: "VALUE=DATE is written", [Evidence(.rfc, "RFC 5545 §3.3.4")]),
    ProfileRule(
      .completedDate, .lossy, refines: .badValue, matters: "COMPLETED must be a UTC time",
      remedy: "noon of the day in UTC is written, and the date beside it in X-LISTO-DATE",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.1"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
      ]),
    ProfileRule(
      .localCompleted, .safe, refines: .badValue, matters: "COMPLETED must be a UTC time",
      remedy: "the same instant is written in UTC; a floating time cannot be converted",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.1"),
        Evidence(.tasksOrg, "DAVx⁵, which brings it tasks, failed at a COMPLETED with TZID (report)"),
      ]),
    ProfileRule(
      .dueAndDuration, .lossy, refines: .repeatedProperty,
      matters: "both define the end, and may contradict each other",
      remedy: "DURATION is dropped, because DUE counts",
      [
        Evidence(.rfc, "RFC 5545 §3.6.2"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
      ]),
    ProfileRule(
      .inlineBinary, .lossy, matters: "the server can read it, but fails to write it again",
      remedy: "the picture is dropped",
      [Evidence(.radicale, "3.1.8 and 3.9 answer 400: 'bytes' object has no attribute 'encode'")]),
    ProfileRule(
      .periodDate, .lossy, matters: "the server cannot read periods in RDATE, though RFC 5545 allows them",
      remedy: "the start of each period is written; its length is dropped",
      [Evidence(.radicale, "3.9 answers 400: PERIOD not supported")]),
    ProfileRule(
      .taskTransparency, .safe,
      matters: "TRANSP says whether an event blocks time; it means nothing in a reminder (RFC 5545 §3.8.2.7)",
      remedy: "TRANSP is dropped",
      [Evidence(.cyrus, "3.6 answers 403: failed iTIP restrictions for TRANSP property")]),
  ]

  /// Rules about series and what belongs together.
  static let series: [ProfileRule] = [
    ProfileRule(
      .overrideAlone, .lossy, .note,
      matters: "it changes an occurrence, but the repeating reminder is not in the file",
      remedy:
        "add the repeating reminder to the file; otherwise RECURRENCE-ID is dropped, and it becomes a separate reminder",
      [
        Evidence(.rfc, "RFC 4791 §4.1 allows it; programs may not show it"),
        Evidence(.radicale, "3.1.8 answers 400: main component missing; 32 of 547 real items; 3.9 takes it"),
      ]),
    ProfileRule(
      .overrideWithoutOccurrence, .none, .note,
      matters:
        "the rule or the dates of the series changed after the occurrence; programs show it as a further date, or not at all",
      remedy: "complete it, or delete it",
      [Evidence(.rfc, "RFC 5545 §3.8.4.4")]),
    ProfileRule(
      .overrideDate, .safe, .note,
      matters: "programs that compare the two do not find the occurrence, and show it twice",
      remedy: "the time of the occurrence of that day is written",
      [Evidence(.rfc, "RFC 5545 §3.8.4.4: the type is that of DTSTART")]),
    ProfileRule(
      .severalMasters, .none, matters: "a UID identifies one reminder, but two reminders have it",
      remedy: "merge them with listo merge, or give one of them another UID",
      [
        Evidence(.caldav, "RFC 4791 §4.1"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400: multiple main components"),
      ]),
    ProfileRule(
      .ruleWithoutDays, .none, refines: .badValue, matters: "the reminder never occurs",
      remedy: "change or remove the rule: listo edit --repeat none",
      [
        Evidence(.rfc, "RFC 5545 §3.3.10"),
        Evidence(.apple, "one bad recurring task stops an account (vikunja#384, #728)"),
      ]),
    ProfileRule(
      .untilBeforeStart, .none, matters: "the rule ends before it starts, so the reminder never occurs",
      remedy: "change UNTIL, or remove the rule: listo edit --repeat none",
      [Evidence(.radicale, "3.9 answers 400 (3.7.8 on)")]),
    ProfileRule(
      .largeCount, .none, matters: "the server computes all occurrences, and refuses this many",
      remedy: "reduce COUNT, or remove it",
      [Evidence(.radicale, "3.9 answers 400 (3.7.8 on)")]),
    ProfileRule(
      .ruleWithoutStart, .lossy, refines: .missingProperty, matters: "the start of the rule is unknown",
      remedy: "DTSTART is set to DUE; without DUE, add a date",
      [
        Evidence(.rfc, "RFC 5545 §3.8.5.3"),
        Evidence(.thunderbird, "needs DTSTART (tasks/tasks#1390, xandikos#663)"),
      ]),
    ProfileRule(
      .durationWithoutStart, .none, refines: .missingProperty,
      matters: "the start of the duration is unknown",
      remedy: "add DTSTART, or use DUE instead of DURATION",
      [
        Evidence(.rfc, "RFC 5545 §3.6.2"),
        Evidence(.tasksOrg, "ignores DURATION then"),
      ]),
    ProfileRule(
      .mixedTypes, .lossy, refines: .badValue, matters: "a day and a time cannot be compared",
      remedy:
        "DTSTART gets the type of DUE: the day, or the start of the day; there is no repair for repeating reminders",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.3"),
        Evidence(.nextcloud, "newer sabre answers 415, or silently rewrites one (its source)"),
        Evidence(.tasksOrg, "rewrites DTSTART"),
      ]),
    ProfileRule(
      .dueBeforeStart, .none, refines: .badValue, matters: "the due date is before the start",
      remedy: "correct one of them: listo edit --start or --due",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.3"),
        Evidence(.nextcloud, "newer sabre answers 415, or silently drops one (its source)"),
        Evidence(.tasksOrg, "drops DTSTART"),
      ]),
  ]
}
