import Testing
@testable import ICalendar
@Suite struct ICalendarTests { @Test func builds() {} }
