internal import Listo

extension Reporter: WorkObserver {
  func report(_ problems: [Diagnostic]) {
    var log = DiagnosticLog(limits: limits)
    log.append(contentsOf: problems)
    for problem in log.diagnostics { report(problem) }
  }

  func begin(_ phase: WorkPhase, _ inputs: [Input], passes: Int) {
    progress?.begin(phase.rawValue, inputs, passes: passes)
  }

  func begin(_ phase: WorkPhase, bytes: Int?) { progress?.begin(phase.rawValue, bytes: bytes) }

  func expect(_ bytes: Int) { progress?.expect(bytes) }

  /// Has work done that the library does.
  ///
  /// - Parameter verb: of an input that cannot be read: "so nothing was" …
  func run<Result>(
    nothingWas verb: String = "written", _ work: () throws(WorkError) -> Result
  ) throws(Failure) -> Result {
    do throws(WorkError) {
      return try work()
    } catch {
      throw failure(error, verb)
    }
  }

  /// The same for work that can end for reasons of the command's own.
  func running<Result>(_ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let error as WorkError {
      throw failure(error, "written")
    }
  }

  /// The failure for an error that ended the work: the command's status, and the words.
  private func failure(_ error: WorkError, _ verb: String) -> Failure {
    switch error {
    case .store(let error):
      // The reader of a pipe has gone: that is no error.
      if error.code != .brokenPipe { report(error) }
      return Failure(status)
    case .noCalendar(let hadInputs):
      if status == .noInput { return Failure(.noInput) }
      let advice = "To begin a list in a folder: listo calendars add NAME --in FOLDER"
      return hadInputs
        ? Failure(.noCalendar)
        : Failure(
          .noCalendar, "no input has a calendar.", details: met.contains(.emptyInput) ? [advice] : [])
    case .incomplete(let input, let reason):
      return Failure(.noInput, "\(input): \(reason.isEmpty ? "" : reason + "; ")\(Absence.incomplete)")
    case .message(let input):
      return Failure(.doubtful, "\(input): this is an iTIP message, not a collection; \(Absence.incomplete)")
    case .refused(let input): return Failure(.doubtful, "\(input): \(Absence.incomplete)")
    case .emptied(let side, let name):
      return Failure(
        .doubtful,
        Absence.empty(
          name, of: side.list.isEmpty ? nil : side.list,
          "\(side.count == 1 ? "the only one" : "all \(side.count)") of the base would count as deleted"))
    case .nothingToMerge(let side, let isBase):
      let meaning =
        isBase
        ? "deleted reminders would come back" : "all reminders would count as deleted there"
      return Failure(.doubtful, Absence.empty(side, meaning))
    case .nothingToCompare(let side):
      return Failure(.noCalendar, "\(side) has no calendar, so nothing was compared.")
    case .unknownList(let error): return Failure(.usage, ListMapArgument.words(error))
    case .removesAll(let side, let count):
      let what = count.map { "\($0 == 1 ? "the only one" : "all \($0)") of the older side" }
      return Failure(.doubtful, Absence.empty(side, "the patch would remove \(what ?? "everything")"))
    case .stopped: return Failure(.doubtful, "stopped: nothing was written.")
    case .tooLarge(let input):
      return Failure(
        .noInput,
        "\(input): items larger than the limit would be lost; raise it with --input-limit item-size. Nothing was written."
      )
    case .unreadableInput: return Failure(.noInput, "an input cannot be read, so nothing was \(verb).")
    case .standing(let path, let others):
      let more = others > 0 ? " (and \(RelativeDate.count(others, "other")))" : ""
      return Failure(
        .cannotCreate,
        "\(path)\(more) exists with other content; pass --force to overwrite. Nothing was written.")
    case .overwritesInput(let path):
      return Failure(
        .usage, "\(path) is also an input, and Listo does not overwrite inputs; choose another output.")
    case .sharedTarget(let one, let other, let target):
      return Failure(
        .usage,
        "\(one) and \(other) would both be written to \(target); use separate output folders. Nothing was written."
      )
    case .besideInput(let folder, let input):
      return Failure(
        .usage,
        "-o \(folder) is inside the input \(input); choose another folder."
      )
    case .notReplaceable(let input, let format?):
      return Failure(.usage, "\(input): --in-place needs iCalendar, but this is \(format.title); use -o.")
    case .notReplaceable(let input, nil):
      return Failure(.usage, "\(input): --in-place needs regular files.")
    case .decoded(let input):
      return Failure(
        .usage,
        "\(input): --in-place cannot keep the bytes of UTF-16; use -o, which writes UTF-8. Nothing was written."
      )
    case .noPatch: return Failure(.noCalendar)
    case .unknownPlace(let name, let known): return Failure(.usage, NameCheck.words(name, known))
    case .lossy(let losses, let target):
      return Failure(.doubtful, (losses.summary(target) ?? "") + "; nothing was written.")
    case .editing(let failure):
      return EditFailureReport.failure(failure, titleOf)
    case .account(let error): return AccountFailure.failure(error)
    case .changedPlan:
      return Failure(
        .doubtful, "the plan has changed; nothing was written.",
        details: ["Run --dry-run again for the new plan."])
    case .cancelled, .callback: return Failure(.inputOutput, "\(error).")
    case .noOrigins:
      return Failure(
        .doubtful,
        "its origin is unknown: it has no \(ComponentOrigin.propertyName), "
          + "which listo merge --keep-origin writes."
      )
    }
  }

  /// The catalog of the inputs.
  ///
  /// - Parameters:
  ///   - isWhole: what they lack counts, so that each must be a whole collection.
  ///   - selection: what is asked for, so that not all of it need be held; nil for all.
  func catalog(
    _ tree: InputTree, isWhole: Bool = false, selecting selection: CatalogSelection? = nil
  ) throws(Failure) -> Catalog {
    if !isWhole { warnOfPending(tree) }
    let catalog = try run { () throws(WorkError) in
      try CatalogReading.catalog(tree, isWhole: isWhole, selecting: selection, self)
    }
    learn(catalog)
    return catalog
  }

  /// A catalog as views show it, with each series at its current occurrence; what could not be followed is
  /// told.
  func rows(of catalog: Catalog, leadsWithToday: Bool = false, _ context: ViewContext) -> Catalog {
    let rows = catalog.rows(in: context, leadsWithToday: leadsWithToday)
    report(rows.problems)
    return rows.catalog
  }

  /// Says so where a change of these inputs was cut off, or is under way: what is read may be half of it.
  func warnOfPending(_ tree: InputTree) {
    guard let folder = StandardFolders.stateFolder else { return }
    for entry in Journal(folder + "/journal").pending(in: tree) {
      note(
        "note: a change is in progress or was interrupted: \(entry.label ?? "") (\(entry.id)); the next change completes or undoes it"
      )
    }
  }

  /// Says what became of several files, where not all of them stand or some were left as they were.
  func tell(_ files: WrittenFiles?) {
    guard let files else { return }
    if files.failed > 0 {
      error(
        "\(files.written) of \(files.written + files.failed) files were written; the others are unchanged"
      )
    }
    if files.unchanged > 0 {
      note("note: \(RelativeDate.count(files.unchanged, "file")) already had this content")
    }
  }
}

/// Where what an input lacks counts as deleted, only a whole collection will do: what is said of others.
enum Absence {
  static let incomplete = "missing reminders would count as deleted. Nothing was written."

  /// - Parameters:
  ///   - path: the side, as the user named it.
  ///   - list: the list of which it has nothing; nil for all.
  ///   - meaning: what would become of the rest.
  static func empty(_ path: String, of list: String? = nil, _ meaning: String) -> String {
    let what = list.map { "nothing of the list '\($0)'" } ?? "nothing"
    return
      "\(path) has \(what), so \(meaning). A folder that is not mounted or a failed export "
      + "looks like this; pass --allow-empty if this is right. Nothing was written."
  }
}
