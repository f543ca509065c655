import Listo
@testable import ListoModel

/// A filter and its negation share the reminders out, one pass and two passes agree, and blocks change
/// nothing.
@Sendable func fuzzFilter(_ input: [UInt8]) {
  let queries: [Query] = [
    .isOverdue, .isOpen, .has(.tags), .test(.title, .contains, .text("e")), .has(.recurrence),
    .test(.due, .less, .moment(.date(Day(daysSince1970: 20_000)))), .hasPriority(.high), .inList("f"),
  ]
  let query = queries[Int(input.last ?? 0) % queries.count]
  let context = ViewContext(now: Instant(seconds: 1_770_000_000), zone: .utc)
  do throws(ICalendarError) {
    let nothing = try output(Filter(.all, context: context), input)
    expect(nothing.bytes == input, "a filter without a condition changes bytes")
    let kept = try output(Filter(query, context: context), input)
    let others = try output(Filter(query, isInverted: true, context: context), input)
    expect(
      kept.dropped + others.dropped == nothing.reminders, "a reminder is in both halves, or in none",
      "\(query)")
    let cut = try output(Filter(query, context: context), input, block: 37)
    expect(cut.bytes == kept.bytes, "other blocks, another result", "\(query)")
  } catch {
    broken("memory cannot be read")
  }
}

private func output(
  _ filter: Filter, _ input: [UInt8], block: Int = 1 << 20
) throws(ICalendarError) -> (bytes: [UInt8], dropped: Int, reminders: Int) {
  let limits = ReadingLimits(blockBytes: block)
  var names = ListNames()
  let survey = try Survey(
    of: MemorySource(input), file: "fuzz.ics", fileName: "fuzz.ics", in: folder, names: &names, limits: limits
  )
  var series = Filter.SeriesMatches([survey])
  var first = SurveyedReader(MemorySource(input), survey: survey, limits: limits)
  while let batch = try first.next() { series.learn(batch) }
  series.decide(filter)
  var (bytes, dropped): ([UInt8], Int) = ([], 0)
  var second = SurveyedReader(MemorySource(input), survey: survey, limits: limits)
  while let batch = try second.next() {
    let result = filter.apply(batch, series: series)
    for range in result.ranges { bytes += input[range] }
    dropped += result.dropped
  }
  if let scan = try filter.scan(
    MemorySource(input), file: "fuzz.ics", fileName: "fuzz.ics", in: folder, on: SerialPipeline(),
    limits: limits)
  {
    var scans = [scan]
    guard filter.decideSeries(in: &scans, read: { Array(input[$1]) }) != nil else {
      return (bytes, dropped, survey.reminderCount)
    }
    let scan = scans[0]
    expect(
      scan.ranges.flatMap { input[$0] } == bytes, "one pass keeps other bytes than two", "\(filter.query)")
    expect(scan.dropped == dropped, "one pass drops others than two", "\(filter.query)")
  }
  return (bytes, dropped, survey.reminderCount)
}
