/// Where Listo converts otherwise than the files say: the reason, and what of
/// draft-ietf-calext-jscalendar-icalendar it is about: a property, with its section where that is known.
/// Everything of this kind stays in `iCalendar`, or comes back as JSPROP, so that nothing is lost by it.
enum JSCalendarDifferences {
  enum Way { case forth, back, both }

  struct Row {
    /// The case's name contains it.
    let name: String
    let way: Way
    let reason: String

    init(_ name: String, _ way: Way, _ reason: String) {
      (self.name, self.way, self.reason) = (name, way, reason)
    }
  }

  private static let participant =
    "PARTICIPANT (§2.2.1): the component stays as it is; only ATTENDEE and ORGANIZER are participants"
  private static let coordinates =
    "COORDINATES: without VALUE=URI a value with a backslash stays as it is; others are written with it"
  private static let zoneNames =
    "TZID: names that Outlook shows are no names of zones, so that their times stay as they are"

  static let draft: [Row] = [
    Row("participant", .both, participant), Row("calendar-address", .both, participant),
    Row("prop-location-vlocation", .back, "VLOCATION: the file leaves the UIDs out of the JSON"),
    Row("prop-related-to-valarm", .back, "VALARM (§2.2.2): the file leaves the actions out of the JSON"),
    Row("prop-prodid", .forth, "PRODID: said once, by the group that the entry is in"),
    Row("prop-rdate-period", .both, "RDATE (§2.3.33) with VALUE=PERIOD stays as it is"),
  ]

  static let calcard: [Row] = [
    Row("PARTICIPANT component", .both, participant), Row("ADDRESS in PARTICIPANT", .both, participant),
    Row("PARTICIPANT with SUMMARY", .both, participant),
    Row(
      "ORGANIZER also is ATTENDEE", .forth,
      "ORGANIZER: a name that ATTENDEE does not have stays in its line, so that both come back"),
    Row(
      "Recurring Event with Participants", .back,
      "ROLE: several roles are in the order of the object; here they are sorted"),
    Row(
      "multiple VLOCATION", .forth, "mainLocationId: identifiers are the producer's choice"),
    Row("Coordinates URI", .both, coordinates), Row("Physical and Virtual Location", .both, coordinates),
    Row(
      "CATEGORIES with x-params", .both,
      "CATEGORIES: parameters of two lines would be mixed; the lines stay as they are"),
    Row(
      "ATTACH with FMTTYPE", .forth,
      "ATTACH (§2.3.3): a data URI has its type in front, as in the draft's own files (RFC 2397)"),
    Row("non-IANA timezone", .both, zoneNames),
    Row(
      "multiple timezones", .forth,
      "RDATE (§2.3.33) without DTSTART stays as it is: there is no clock that it could be on"),
    Row("VEVENT with VTIMEZONE", .forth, "URL is a link, as in the draft's own files"),
    Row(
      "All-Day Event", .back,
      "DTSTART (§2.3.16) is a date where showWithoutTime holds, no zone is given and the time is midnight"),
  ]
}
