import Testing

@testable import ICalendar

/// Of each kind, severity and file the first problems are kept, and the others are counted: exactly.
@Suite struct DiagnosticLogTests {
  private func log(_ limit: Int) -> DiagnosticLog {
    var limits = ReadingLimits()
    limits[.diagnostics] = limit
    return DiagnosticLog(limits: limits)
  }

  private func problem(_ code: Diagnostic.Code, _ file: String?, _ line: Int) -> Diagnostic {
    Diagnostic(.warning, code, file: file, line: line, "x")
  }

  private func told(_ log: DiagnosticLog) -> [String] {
    log.diagnostics.map { "\($0.file ?? "") \($0.code.rawValue) \($0.line ?? 0) \($0.count)" }
  }

  @Test func fewAreKeptAsTheyCame() {
    var log = log(2)
    let problems = [problem(.loss, "b", 3), problem(.badValue, "a", 2), problem(.loss, "b", 1)]
    log.append(contentsOf: problems)
    #expect(log.diagnostics == problems)
  }

  @Test func theOthersAreCountedBehindTheirFile() {
    var log = log(2)
    for line in 1...1000 { log.append(problem(.malformedLine, "a", line)) }
    for line in 1...3 { log.append(problem(.badValue, "b", line)) }
    log.append(problem(.badValue, "a", 5))
    #expect(
      told(log) == [
        "a malformed-line 1 1", "a malformed-line 2 1", "b bad-value 1 1", "b bad-value 2 1",
        "b bad-value 0 1",
        "a bad-value 5 1", "a malformed-line 0 998",
      ])
    #expect(
      log.diagnostics.last?.description == "a: warning: and 998 more like this [malformed-line]")
    #expect(log.diagnostics.filter(\.isCount).map(\.count) == [1, 998])
  }

  /// A log goes on with the counts that it takes over from another.
  @Test func countsAdd() {
    var first = log(2)
    for line in 1...10 { first.append(problem(.malformedLine, "a", line)) }
    var second = log(2)
    second.append(contentsOf: first.diagnostics)
    for line in 1...10 { second.append(problem(.malformedLine, "a", line)) }
    #expect(told(second) == ["a malformed-line 1 1", "a malformed-line 2 1", "a malformed-line 0 18"])
  }

  /// A warning is not hidden behind notes of its kind: the exit status depends on it.
  @Test func severitiesAreApart() {
    var log = log(1)
    for line in 1...3 { log.append(Diagnostic(.note, .restriction, file: "a", line: line, "x")) }
    log.append(problem(.restriction, "a", 4))
    #expect(log.diagnostics.contains { $0.severity == .warning && !$0.isCount })
  }

  /// An item with very many problems has them counted while it is read.
  @Test func oneItemsProblemsAreBounded() throws {
    let text =
      "BEGIN:VCALENDAR\nBEGIN:VTODO\n" + String(repeating: "END:X\n", count: 50_000)
      + "END:VTODO\nBEGIN:VTODO\nEND:X\nEND:VTODO\nEND:VCALENDAR\n"
    let problems = try Reading.problems(text)
    #expect(problems.count == 1002)
    #expect(problems.reduce(0) { $0 + $1.count } == 50_001)
    #expect(problems.last?.line == 50_005)
  }
}
