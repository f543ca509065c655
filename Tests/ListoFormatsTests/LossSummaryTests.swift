import ListoFormats
import Testing

/// The summary of the parts that have no place in a format.
@Suite struct LossSummaryTests {
  @Test func whatMattersComesFirst() {
    var losses = Losses()
    for (kind, count) in [("UID", 9), ("calendar property", 12), ("exception date", 1), ("alarm", 2)] {
      for _ in 0..<count { losses.add(Losses.Entry(kind: kind, file: "a.ics", name: kind)) }
    }
    #expect(
      losses.summary("Org")
        == "2 alarms, 1 exception date, 12 calendar properties and 9 UIDs have no place in Org")
  }
}
