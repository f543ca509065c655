internal import Listo

/// The places that are changed, and the journal, as the configuration says.
enum EditStore {
  /// - Throws: ``Failure`` where no folder for it is known.
  static func journal(_ configuration: Configuration) throws(Failure) -> Journal {
    guard let folder = StandardFolders.stateFolder else {
      throw Failure(
        .cannotCreate,
        "there is no folder for the journal: neither HOME nor XDG_STATE_HOME is set; nothing was changed.")
    }
    let settings = configuration.editing
    return Journal(
      folder + "/journal",
      bounds: Journal.Bounds(age: Int64(settings.journalDays) * 86_400, size: settings.journalBytes))
  }

  /// Reads the places, reports the inputs that cannot be read, and keeps the others.
  ///
  /// - Parameters:
  ///   - words: the reminders to change; nil if they are not known yet.
  ///   - reach: the other reminders that the change depends on.
  ///   - isTrial: whether nothing is to be written.
  /// - Throws: ``Failure``.
  static func open(
    _ paths: [String], _ configuration: Configuration, _ limits: LimitOptions, _ reporter: Reporter,
    of words: [String]? = nil, _ reach: EditSession.Reach = .everything, isTrial: Bool = false
  ) throws -> ReminderStore {
    let journal = try journal(configuration)
    let names = SourceInputs.names(configuration)
    let store = try reporter.running {
      if let words, let neighbourhood = reach.neighbourhood,
        let store = try ReminderStore.naming(
          words + reach.otherWords, with: neighbourhood, in: paths, journal: journal, limits: limits.values,
          isTrial: isTrial, sourceNames: names, web: WebReading.calendars)
      {
        return store
      }
      return try ReminderStore(
        paths, journal: journal, limits: limits.values, isTrial: isTrial, sourceNames: names,
        web: WebReading.calendars)
    }
    for failure in store.failures { reporter.report(failure) }
    reporter.report(store.problems)
    if store.catalog.isEmpty, !store.failures.isEmpty {
      throw Failure(.noInput, "none of the places can be read; nothing was changed.")
    }
    return store
  }
}

extension Reporter {
  /// Says what else became of a change: changes that were cut off before, files that are not as a person may
  /// expect them.
  func tell(_ transaction: Transaction) { tell(transaction.settled, transaction.remarks) }

  /// Reports a rewrite of files in their places, and the command that takes it back.
  func tell(_ rewrite: FileRewrite.Result?) {
    guard let rewrite else { return }
    tell(rewrite.settled, rewrite.remarks)
    if let id = rewrite.id { note("listo undo \(id) takes it back") }
  }

  /// The same of a change that has no transaction.
  func tell(_ settled: [SettledEntry], _ remarks: [Diagnostic]) {
    for entry in settled {
      switch entry.outcome {
      case .finished: note("note: an interrupted change was completed: \(entry.label) (\(entry.id))")
      case .withdrawn: note("note: an interrupted change was undone: \(entry.label) (\(entry.id))")
      case .partial:
        note(
          "warning: an interrupted change (\(entry.label), \(entry.id)) was made only in part; check \(entry.paths.joined(separator: ", "))"
        )
      }
    }
    report(remarks)
  }
}
