import ICalendar
import ListoWords
import Testing

/// Rules in words for people.
@Suite struct RecurrenceWordsTests {
  @Test(arguments: [
    ("FREQ=DAILY", "daily"), ("FREQ=WEEKLY;INTERVAL=1", "weekly"),
    ("FREQ=WEEKLY;INTERVAL=8", "every 8 weeks"),
    ("FREQ=WEEKLY;BYDAY=MO,WE,FR", "weekly on Mon, Wed, Fri"),
    ("FREQ=WEEKLY;BYDAY=SU,MO", "weekly on Mon, Sun"),
    ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", "every 2 weeks on Sun"),
    ("FREQ=MONTHLY;BYMONTHDAY=1", "monthly on the 1st"),
    ("FREQ=MONTHLY;BYMONTHDAY=-1", "monthly on the last day"),
    ("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15", "every 2 months on the 1st, 15th"),
    ("FREQ=MONTHLY;BYDAY=-1FR", "monthly on the last Fri"),
    ("FREQ=MONTHLY;BYDAY=2TU", "monthly on the 2nd Tue"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "monthly on the last weekday"),
    ("FREQ=YEARLY", "yearly"), ("FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24", "yearly on 24 Dec"),
    ("FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "yearly on the last Sun of Oct"),
    ("FREQ=HOURLY;INTERVAL=6", "every 6 hours"),
    ("FREQ=MONTHLY;BYMONTHDAY=-2", "monthly on the 2nd last day"),
    ("FREQ=MONTHLY;BYMONTHDAY=11,22", "monthly on the 11th, 22nd"),
    ("FREQ=WEEKLY;BYHOUR=9", "FREQ=WEEKLY;BYHOUR=9"), ("FREQ=YEARLY;BYWEEKNO=20", "FREQ=YEARLY;BYWEEKNO=20"),
    ("nonsense", "nonsense"),
  ])
  func words(rule: String, words: String) {
    #expect(RecurrenceRule.words(rule, until: nil) == words)
  }

  @Test func endings() {
    #expect(RecurrenceRule.words("FREQ=DAILY;COUNT=1") { _ in "" } == "daily, 1 time")
    #expect(RecurrenceRule.words("FREQ=DAILY;UNTIL=20261231") { "\($0.day.year)" } == "daily, until 2026")
  }
}
