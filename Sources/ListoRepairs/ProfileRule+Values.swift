internal import ICalendar

extension ProfileRule {
  /// Of single properties.
  static let values: [ProfileRule] = [
    ProfileRule(
      .missingUID, .safe, refines: .missingProperty,
      matters: "nothing names the reminder, so that it cannot be found again",
      remedy: "a UID is made from the content: the same on every machine, and each time",
      [
        Evidence(.rfc, "RFC 5545 §3.8.4.7"),
        Evidence(.caldav, "RFC 4791 §4.1: components have a UID"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400: VTODO component without UID in object"),
        Evidence(.cyrus, "3.6 answers 403: missing UID property"),
        Evidence(.sabre, "1.8 refuses it"),
      ]),
    ProfileRule(
      .missingStamp, .safe, refines: .missingProperty, matters: "nothing says how old the version is",
      remedy: "DTSTAMP is LAST-MODIFIED, else CREATED, else 1970",
      [
        Evidence(.rfc, "RFC 5545 §3.8.7.2"),
        Evidence(.apple, "Calendar Server refuses it (todoman#15)"),
      ]),
    ProfileRule(
      .identicalProperty, .safe, refines: .repeatedProperty,
      matters: "a server may refuse what stands twice, whatever it says",
      remedy: "the second is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.6"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.cyrus, "3.6 answers 403: expected zero or one instances of the property and got 2"),
        Evidence(.nextcloud, "newer sabre answers 415, or drops one without a word (its source)"),
      ]),
    ProfileRule(
      .repeatedProperty, .lossy, refines: .repeatedProperty,
      matters: "two values where there is one: programs show one or the other",
      remedy: "the first stays, as Listo and most programs read it, and the others are dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.6"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
        Evidence(.cyrus, "3.6 answers 403: expected zero or one instances of the property and got 2"),
        Evidence(.nextcloud, "newer sabre answers 415, or drops one without a word (its source)"),
      ]),
    ProfileRule(
      .emptyValue, .safe, refines: .badValue,
      matters: "it says nothing, and a server that wants a date or a number there refuses it",
      remedy: "the property is dropped; an empty DTSTAMP is replaced",
      [
        Evidence(.rfc, "RFC 5545 §3.3: a date, a number or a word is not empty"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400 to dates, durations and rules"),
        Evidence(.xandikos, "0.4 answers 412 to dates, numbers and positions"),
        Evidence(.cyrus, "3.6 answers 403: no value for the property"),
        Evidence(.davical, "1.1 answers 500 to DUE"),
      ]),
    ProfileRule(
      .badDate, .lossy, refines: .badValue,
      matters: "no program knows the date, and most servers refuse all of the reminder",
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
      .badRecurrenceID, .none, refines: .badValue, matters: "nothing says which occurrence it stands for",
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
      matters: "a priority, a percentage or a count that is none is shown by no program",
      remedy: "the property is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.3.8"),
        Evidence(.xandikos, "0.4 answers 412: expected int"),
        Evidence(.davical, "1.1 answers 500 to PRIORITY:high"),
      ]),
    ProfileRule(
      .badPosition, .lossy, refines: .badValue,
      matters: "latitude and longitude have a semicolon between them",
      remedy: "the property is dropped",
      [
        Evidence(.rfc, "RFC 5545 §3.8.1.6"),
        Evidence(.xandikos, "0.4 answers 412: expected 'float;float'"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as GEO value"),
      ]),
    ProfileRule(
      .badDuration, .lossy, refines: .badValue, matters: "nothing says how long, or when an alarm goes off",
      remedy: "the property is dropped; with a trigger the alarm, which is none without",
      [
        Evidence(.rfc, "RFC 5545 §3.3.6"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400 to a trigger"),
        Evidence(.xandikos, "0.4 answers 412: expected datetime, date, or time"),
        Evidence(.cyrus, "3.6 answers 403: can't parse as DURATION value"),
      ]),
    ProfileRule(
      .badRule, .lossy, refines: .badValue,
      matters: "no program knows when it repeats, and servers that compute occurrences refuse it",
      remedy: "the rule is dropped: the reminder stays, and does not repeat",
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
      matters: "the parameter says one type and the value is of another",
      remedy: "the value counts, and the parameter follows it",
      [
        Evidence(.rfc, "RFC 5545 §3.2.20"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400 to DUE;VALUE=TEXT"),
        Evidence(.cyrus, "3.6 answers 403: invalid VALUE type for property, can't parse as BOOLEAN value"),
      ]),
    ProfileRule(
      .dateWithoutValue, .safe, refines: .badParameter,
      matters: "a program may take a date for a time that it cannot read",
      remedy: "VALUE=DATE is written", [Evidence(.rfc, "RFC 5545 §3.3.4")]),
    ProfileRule(
      .completedDate, .lossy, refines: .badValue, matters: "COMPLETED is a time in UTC",
      remedy: "the beginning of the day in UTC is written",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.1"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
      ]),
    ProfileRule(
      .localCompleted, .safe, refines: .badValue, matters: "COMPLETED is a time in UTC",
      remedy: "the same instant is written in UTC; a time in no zone has no instant that is known",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.1"),
        Evidence(.tasksOrg, "DAVx⁵, which brings it tasks, failed at a COMPLETED with TZID (report)"),
      ]),
    ProfileRule(
      .dueAndDuration, .lossy, refines: .repeatedProperty, matters: "both say the end, and may say another",
      remedy: "DURATION is dropped, since DUE counts",
      [
        Evidence(.rfc, "RFC 5545 §3.6.2"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400"),
      ]),
    ProfileRule(
      .inlineBinary, .lossy, matters: "the server reads it, and fails to write it again",
      remedy: "the picture is dropped",
      [Evidence(.radicale, "3.1.8 and 3.9 answer 400: 'bytes' object has no attribute 'encode'")]),
  ]

  /// Rules about series and what belongs together.
  static let series: [ProfileRule] = [
    ProfileRule(
      .overrideAlone, .lossy, .note,
      matters: "it changes an occurrence of a reminder that is not in the file",
      remedy: "bring its reminder along; else RECURRENCE-ID is dropped, and it is a reminder of its own",
      [
        Evidence(.rfc, "RFC 4791 §4.1 allows it; programs may not show it"),
        Evidence(.radicale, "3.1.8 answers 400: main component missing; 32 of 547 real items; 3.9 takes it"),
      ]),
    ProfileRule(
      .severalMasters, .none, matters: "a UID names one reminder, and these are two",
      remedy: "listo merge makes one of them; or give one of them another UID",
      [
        Evidence(.caldav, "RFC 4791 §4.1"),
        Evidence(.radicale, "3.1.8 and 3.9 answer 400: multiple main components"),
      ]),
    ProfileRule(
      .ruleWithoutDays, .none, refines: .badValue, matters: "the reminder never comes",
      remedy: "write another rule, or take it out: listo edit --repeat never",
      [
        Evidence(.rfc, "RFC 5545 §3.3.10"),
        Evidence(.apple, "one bad recurring task stops an account (vikunja#384, #728)"),
      ]),
    ProfileRule(
      .untilBeforeStart, .none, matters: "the rule ends before it begins, so that nothing comes",
      remedy: "write another UNTIL, or take the rule out: listo edit --repeat never",
      [Evidence(.radicale, "3.9 answers 400 (3.7.8 on)")]),
    ProfileRule(
      .largeCount, .none, matters: "the server computes all occurrences, and refuses so many",
      remedy: "write a smaller COUNT, or none",
      [Evidence(.radicale, "3.9 answers 400 (3.7.8 on)")]),
    ProfileRule(
      .ruleWithoutStart, .lossy, refines: .missingProperty, matters: "nothing says when the rule begins",
      remedy: "DTSTART is what DUE is; without DUE, give it a date",
      [
        Evidence(.rfc, "RFC 5545 §3.8.5.3"),
        Evidence(.thunderbird, "needs DTSTART (tasks/tasks#1390, xandikos#663)"),
      ]),
    ProfileRule(
      .durationWithoutStart, .none, refines: .missingProperty,
      matters: "nothing says when the time begins that it takes",
      remedy: "give it a DTSTART, or a DUE in the place of DURATION",
      [
        Evidence(.rfc, "RFC 5545 §3.6.2"),
        Evidence(.tasksOrg, "ignores DURATION then"),
      ]),
    ProfileRule(
      .mixedTypes, .lossy, refines: .badValue, matters: "a day and a time cannot be compared",
      remedy:
        "DTSTART is written as DUE is: its day, or the beginning of its day; in a reminder that repeats, nobody knows",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.3"),
        Evidence(.nextcloud, "newer sabre answers 415, or rewrites one without a word (its source)"),
        Evidence(.tasksOrg, "rewrites DTSTART"),
      ]),
    ProfileRule(
      .dueBeforeStart, .none, refines: .badValue, matters: "it is due before it begins",
      remedy: "choose: listo edit --start or --due",
      [
        Evidence(.rfc, "RFC 5545 §3.8.2.3"),
        Evidence(.nextcloud, "newer sabre answers 415, or drops one without a word (its source)"),
        Evidence(.tasksOrg, "drops DTSTART"),
      ]),
  ]
}
