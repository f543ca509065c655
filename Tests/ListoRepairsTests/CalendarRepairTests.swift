import ICalendar
import ListoRepairs
import Testing

/// The repairs of single faults: the smallest file with one, and the faults that remain.
@Suite struct CalendarRepairTests {
  @Test func aCalendarWithoutFaultStaysAsItIs() {
    for profile in Profile.allCases where profile != .google {
      let result = repairs(of: Sample.calendar("DUE;VALUE=DATE:20260303"), for: profile)
      #expect(result.isUnchanged && result.repaired.isEmpty && result.remaining.isEmpty, "\(profile)")
    }
  }

  @Test func methodIsDropped() {
    let bytes = Sample.calendar("DUE:20260303T100000Z", header: ["METHOD:PUBLISH"])
    let result = repairs(of: bytes, for: .cyrus)
    #expect(result.repaired.map(\.code) == [.storedMethod])
    #expect(result.repaired.map(\.line) == [4])
    #expect(result.bytes == Sample.calendar("DUE:20260303T100000Z"))
    #expect(repairs(of: bytes, for: .radicale).isUnchanged)
  }

  @Test func aMessageIsLeftToAPerson() {
    let result = repairs(of: Sample.calendar(header: ["METHOD:REPLY"]), for: .cyrus, isLossy: true)
    #expect(result.isUnchanged)
    #expect(result.remaining.map(\.code) == [.storedMessage])
    #expect(result.remaining.map(\.kind) == [.none])
  }

  @Test func aUIDIsMadeFromTheContent() throws {
    let bytes = Sample.calendar("DUE:20260303T100000Z", uid: nil)
    let result = repairs(of: bytes, for: .radicale)
    #expect(result.repaired.map(\.code) == [.missingUID])
    let text = String(decoding: result.bytes, as: UTF8.self)
    // The same on every machine.
    #expect(text.contains("\r\nUID:f320fe87-ec49-5a30-a05a-9f574e0adf94\r\n"), "\(text)")
  }

  @Test func twoOfOneContentGetTwoUIDs() throws {
    let item = "BEGIN:VTODO\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Milk\r\nEND:VTODO\r\n"
    let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x\r\n\(item)\(item)END:VCALENDAR\r\n"
    let result = repairs(of: Array(text.utf8), for: .caldav)
    let uids = String(decoding: result.bytes, as: UTF8.self).split(separator: "\r\n").filter {
      $0.hasPrefix("UID:")
    }
    #expect(uids.count == 2 && Set(uids).count == 2)
    #expect(result.remaining.isEmpty)
  }

  /// Some programs write vCalendar's encoding into VERSION:2.0, whose lines it breaks without a blank.
  @Test func quotedPrintableIsWrittenAsText() {
    let notes = "DESCRIPTION;LANGUAGE=de;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Milch f=C3=BCr ="
    let bytes = Sample.calendar(
      "DUE;VALUE=DATE:20260303", notes, "den =", "Kaffee=0D=0Aund =", "B=C3=A4r",
      "COMMENT;encoding=quoted-printable;charset=ISO-8859-15:5 =A4")
    let result = repairs(of: bytes, for: .rfc)
    #expect(result.repaired.map(\.code) == [.misspelledValue, .misspelledValue])
    #expect(
      result.bytes
        == Sample.calendar(
          "DUE;VALUE=DATE:20260303", "DESCRIPTION;LANGUAGE=de:Milch für den Kaffee\\nund Bär", "COMMENT:5 €"))
  }

  /// A line that is added stands behind a folded BEGIN, not within it.
  @Test func aFoldedBeginStaysWhole() throws {
    let text =
      "BEGIN:VCALEN\r\n DAR\r\nBEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    let result = repairs(of: Array(text.utf8), for: .rfc)
    #expect(result.repaired.map(\.code) == [.missingProperty, .missingProperty])
    #expect(
      String(decoding: result.bytes, as: UTF8.self).hasPrefix("BEGIN:VCALEN\r\n DAR\r\nVERSION:2.0\r\n"))
  }

  @Test func aBadDateIsDroppedWhereThatIsAllowed() {
    let bytes = Sample.calendar("DUE:tomorrow", stamp: "DTSTAMP:19971301T130000Z")
    let safe = repairs(of: bytes, for: .radicale)
    #expect(safe.isUnchanged)
    #expect(safe.remaining.map(\.code) == [.badDate, .badDate])
    #expect(safe.remaining.map(\.line) == [6, 8])
    let lossy = repairs(of: bytes, for: .radicale, isLossy: true)
    #expect(lossy.bytes == Sample.calendar(stamp: "DTSTAMP:19700101T000000Z"))
    #expect(lossy.remaining.isEmpty)
  }

  /// A local time means one instant where the reminder's date says which; the alarm is kept.
  @Test(arguments: [
    (
      "DUE:20260303T100000Z", "TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20260303T093000",
      "TRIGGER;VALUE=DATE-TIME:20260303T083000Z"
    ),
    (
      "DUE;TZID=Europe/Berlin:20260303T100000", "TRIGGER;VALUE=DATE-TIME:20260303T093000",
      "TRIGGER;VALUE=DATE-TIME:20260303T083000Z"
    ),
    ("DUE:20260303T100000", "TRIGGER;VALUE=DATE-TIME:20260302T093000", "TRIGGER;RELATED=END:-P1DT30M"),
    ("DTSTART:20260303T100000", "TRIGGER:20260303T101500", "TRIGGER:PT15M"),
    ("DUE:20260303T100000Z", "TRIGGER;VALUE=DATE-TIME:20260302T093000", nil),
  ])
  func anAlarmAtALocalTime(_ date: String, _ trigger: String, _ expected: String?) {
    func calendar(_ trigger: String) -> [UInt8] {
      Sample.calendar(date, "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:a", trigger, "END:VALARM")
    }
    let bytes = calendar(trigger)
    #expect(repairs(of: bytes, for: .radicale).isUnchanged)
    let lossy = repairs(of: bytes, for: .radicale, isLossy: true)
    #expect(lossy.repaired.map(\.code) == [.badDuration])
    #expect(lossy.bytes == expected.map(calendar) ?? Sample.calendar(date))
  }

  @Test func linesKeepTheirNumbersBehindOtherRepairs() {
    let bytes = Sample.calendar("DESCRIPTION:a\u{1}b", "SUMMARY:Other", "DUE:tomorrow")
    let result = CalendarRepair(bytes, for: [.xandikos, .radicale], isLossy: true)
    #expect(result.repaired.map(\.code) == [.controlCharacter, .repeatedProperty, .badDate])
    #expect(result.repaired.map(\.line) == [8, 9, 10])
    #expect(result.bytes == Sample.calendar("DESCRIPTION:ab"))
  }

  @Test func anOverrideAloneBecomesAReminder() {
    let bytes = Sample.calendar("DTSTART:20260301T100000Z", "RECURRENCE-ID:20260301T100000Z")
    let result = repairs(of: bytes, for: .radicale, isLossy: true)
    #expect(result.repaired.map(\.code) == [.overrideAlone])
    #expect(result.bytes == Sample.calendar("DTSTART:20260301T100000Z"))
  }

  @Test func completionIsWrittenFromTheVersion() {
    let bytes = Sample.calendar("STATUS:COMPLETED", "LAST-MODIFIED:20260202T020202Z")
    let result = repairs(of: bytes, for: .nextcloud)
    #expect(
      result.bytes
        == Sample.calendar(
          "STATUS:COMPLETED", "LAST-MODIFIED:20260202T020202Z", "PERCENT-COMPLETE:100",
          "COMPLETED:20260202T020202Z"))
  }

  @Test func aLocalCompletedIsTheSameInstantInUTC() {
    let bytes = Sample.calendar("COMPLETED;TZID=Europe/Berlin:20260202T020202")
    let result = repairs(of: bytes, for: .tasksOrg)
    #expect(result.bytes == Sample.calendar("COMPLETED:20260202T010202Z"))
  }

  @Test func aBrokenParameterGoesAndThoseBeforeItStay() {
    let bytes = Sample.calendar("DESCRIPTION;LANGUAGE=de;X-A=\"b:Text", "LOCATION;X-B;X-C=d:Shop")
    let result = repairs(of: bytes, for: .xandikos, isLossy: true)
    #expect(result.bytes == Sample.calendar("DESCRIPTION;LANGUAGE=de:Text", "LOCATION:Shop"))
  }

  @Test func oneByteOfAnOtherEncodingIsTakenForWindows1252() {
    let bytes = Sample.calendar("DESCRIPTION:caf#").map { $0 == 0x23 ? 0xE9 : $0 }
    let result = repairs(of: bytes, for: .xandikos, isLossy: true)
    #expect(result.bytes == Sample.calendar("DESCRIPTION:café"))
    // A character that a fold cuts is none that is wrong.
    let folded = Array("DESCRIPTION:caf".utf8) + [0xC3, 0x0D, 0x0A, 0x20, 0xA9]
    let cut = Sample.calendar("#").split(separator: 0x23).joined(separator: folded)
    #expect(repairs(of: Array(cut), for: .cyrus, isLossy: true).isUnchanged)
    #expect(repairs(of: Array(cut), for: .xandikos).repaired.map(\.code) == [.cutCharacter])
  }

  /// The content of one component changes the reading of others.
  @Test func theInputIsReadAgainWhereARepairChangesOthers() {
    let begin = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x\r\n"
    let item = "BEGIN:VTODO\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Milk\r\n"
    let other =
      "END:VTODO\r\nBEGIN:VTODO\r\nUID:2\r\nDTSTAMP:soon\r\nSUMMARY:Tea\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
    let broken = begin + item + other.replacingFirst("END:VTODO", "END:VT\u{0}ODO")
    let result = repairs(of: Array(broken.utf8), for: .cyrus, isLossy: true)
    let stamped = other.replacingFirst("soon", "19700101T000000Z")
    #expect(String(decoding: result.bytes, as: UTF8.self) == begin + item + stamped)
    #expect(result.repaired.map(\.line) == [8, 11])
    #expect(result.remaining.isEmpty)
  }

  /// Batches are looked at on any thread, and names depend on those before.
  @Test func namesAreInventedInTheOrderOfTheInput() {
    let item =
      "BEGIN:VTODO\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Milk \(String(repeating: "x", count: 60_000))\r\nEND:VTODO\r\n"
    let text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x\r\n" + String(repeating: item, count: 40)
      + "END:VCALENDAR\r\n"
    let result = repairs(of: Array(text.utf8), for: .caldav)
    let uids = String(decoding: result.bytes, as: UTF8.self).split(separator: "\r\n").filter {
      $0.hasPrefix("UID:")
    }
    #expect(uids.count == 40 && Set(uids).count == 40)
    #expect(result.repaired.map(\.line) == (0..<40).map { 4 + $0 * 4 })
  }

  @Test func everyRuleHasEvidenceAndStandsOnce() {
    let codes = ProfileRule.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    for rule in ProfileRule.all {
      #expect(!rule.evidence.isEmpty && rule.evidence.allSatisfy { !$0.words.isEmpty }, "\(rule.code)")
      #expect(!rule.matters.isEmpty && !rule.remedy.isEmpty && !rule.matters.hasSuffix("."), "\(rule.code)")
    }
    for profile in Profile.allCases { #expect(!profile.rules.isEmpty, "\(profile)") }
  }
}

extension String {
  fileprivate func replacingFirst(_ part: String, _ other: String) -> String {
    guard let range = firstRange(of: part) else { return self }
    return String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
  }
}

/// The smallest calendar that no target refuses, with more lines in it.
enum Sample {
  static func calendar(
    _ lines: String..., uid: String? = "1", stamp: String = "DTSTAMP:20260101T000000Z", header: [String] = []
  ) -> [UInt8] {
    let all =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x"] + header + ["BEGIN:VTODO"]
      + (uid.map { ["UID:\($0)"] } ?? [])
      + [stamp, "SUMMARY:Milk"] + lines + ["END:VTODO", "END:VCALENDAR"]
    return Array(all.map { $0 + "\r\n" }.joined().utf8)
  }
}
