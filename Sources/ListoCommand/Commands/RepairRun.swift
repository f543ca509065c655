internal import ArgumentParser
internal import Listo

/// `listo check --fix`: shows what repairs would do, or writes what they make.
struct RepairRun {
  let options: CheckCommand
  let reporter: Reporter

  func run() throws {
    if options.inPlace, !options.dryRun { return try repairInPlace() }
    let tree = try options.input.tree(reporter, options.limits)
    let job = try reporter.run(nothingWas: "repaired") { () throws(WorkError) in
      reporter.begin(.checking, tree.inputs, passes: 2)
      return try RepairJob(
        tree, for: options.profiles, isLossy: options.lossy, ignoring: options.ignored, reporter)
    }
    let isWritten = !options.dryRun && !options.patch && options.output.output != nil
    var report = report(
      isBesideData: options.patch || isWritten && options.output.destination(reporter).path == nil)
    let isShown = !isWritten && !options.patch && !options.json && !options.quiet
    if isShown {
      let differences = try reporter.run { () throws(WorkError) in try job.differences() }
      try Printing.print(DifferenceText.text(differences), reporter)
    }
    for file in job.files {
      report.begin(file.survey)
      // The repairs were shown above as differences.
      let findings = isShown ? file.findings.filter { !$0.isRepaired } : file.findings
      try report.say(findings.map(reporter.placed), reporter)
      if isShown { report.count(file.findings.filter(\.isRepaired)) }
    }
    if options.patch { try printPatch(job) }
    if isWritten {
      reporter.keepData()
      let destination = options.output.destination(reporter)
      let files = try reporter.run { () throws(WorkError) in try job.write(to: destination, reporter) }
      reporter.tell(files)
    }
    try report.finish(reporter)
    let wouldRepair = !isWritten && report.hasRepairs
    if wouldRepair, isShown, !options.dryRun {
      reporter.always(
        "nothing was written; pass -o FILE to write the repaired calendar, or --in-place to repair the files\n"
      )
    }
    if report.hasFindings || wouldRepair { reporter.raise(.differences) }
    try reporter.finish()
  }

  private func report(isBesideData: Bool = false) -> FindingReport {
    options.report(isBesideData: isBesideData, reporter)
  }

  private func printPatch(_ job: RepairJob) throws {
    let output = reporter.dataOutput()
    let patch = try reporter.run { () throws(WorkError) in try job.patch() }
    guard let text = patch?.text else { throw Failure(.noCalendar, "there is nothing to compare.") }
    try OutputWriting.attempt(reporter) { () throws(StoreError) in try output.write(text[...]) }
    try OutputWriting.finish(output, reporter)
    let outside = job.outsidePatch.map { reporter.placed($0).diagnostic }
    guard let first = outside.first, !options.quiet else { return }
    let more = outside.count > 1 ? ", and \(outside.count - 1) more" : ""
    reporter.always(
      Visible.line(
        "not in the patch, which holds only reminders: \(first.position)\(first.message)\(more); -o writes all repairs"
      )
        + "\n")
  }

  private func repairInPlace() throws {
    let journal = try EditStore.journal(ConfigurationFile.load())
    let context = try options.view.context(reporter, inputs: options.input.inputs)
    let tree = try options.input.tree(reporter, options.limits)
    let label =
      "check --fix\(options.lossy ? " --lossy" : "") for \(options.profiles.map(\.rawValue).joined(separator: ", "))"
    let done = try reporter.run { () throws(WorkError) in
      reporter.begin(.checking, tree.inputs, passes: 2)
      return try RepairJob.inPlace(
        tree, for: options.profiles, isLossy: options.lossy, ignoring: options.ignored, journal, label: label,
        at: context.now, reporter)
    }
    reporter.tell(done.settled, done.remarks)
    var report = report()
    for file in done.job.files {
      report.begin(file.survey)
      try report.say(file.findings.map(reporter.placed), reporter)
    }
    try report.finish(reporter)
    if let id = done.id, !options.quiet, !options.json {
      reporter.always("listo undo \(id) takes it back\n")
    }
    if report.hasFindings { reporter.raise(.differences) }
    try reporter.finish()
  }
}
