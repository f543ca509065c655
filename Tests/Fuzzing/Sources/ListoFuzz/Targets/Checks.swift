import Listo
@testable import ListoModel

/// Everything is checked without a crash, libical's parser asked too, and each finding stands on a line of
/// the input.
@Sendable func fuzzCheck(_ input: [UInt8]) {
  let check = CalendarCheck()
  var names = ListNames()
  // Anything missing at the end is missing behind the last line.
  let lines = 2 + input.count { $0 == 0x0A || $0 == 0x0D }
  do throws(ICalendarError) {
    let survey = try Survey(
      of: MemorySource(input), file: "fuzz.ics", fileName: "fuzz.ics", in: folder, names: &names)
    var reader = SurveyedReader(MemorySource(input), survey: survey)
    var order = FindingOrder(survey)
    var findings: [Diagnostic] = []
    while let batch = try reader.next() { findings += order.take(check.check(batch, file: "fuzz.ics")) }
    for finding in findings + order.finish() {
      expect(
        (1...lines).contains(finding.line ?? 1), "a finding stands on no line of the input:", "\(finding)")
    }
  } catch {
    broken("memory cannot be read")
  }
}
