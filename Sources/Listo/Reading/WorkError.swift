public import ListoAccounts
public import ListoFormats
public import ListoModel
public import ListoStores

/// The reason why work ended early. Output files that were not yet written are as they were before.
public enum WorkError: Error, Sendable {
  /// A place could not be read or written.
  case store(StoreError)
  /// No input contains a calendar.
  case noCalendar(hadInputs: Bool)
  /// An input is not a complete collection, and missing reminders would count as deleted. The reason is empty
  /// if it was reported already.
  case incomplete(input: String, reason: String)
  /// An input is an iTIP message (RFC 5546 §1.4), and missing reminders would count as deleted.
  case message(input: String)
  /// An input is not a collection, which was reported already, and missing reminders would count as deleted.
  case refused(input: String)
  /// A side of a merge has no reminder of the base.
  case emptied(EmptiedSide, side: String)
  /// A side of a merge with a base, or the base itself, has no input.
  case nothingToMerge(side: String, isBase: Bool)
  /// A side of a comparison has no calendar.
  case nothingToCompare(side: String)
  /// A list that was named for a comparison does not exist on its side, or has a counterpart already.
  case unknownList(ListPairing.UnknownList)
  /// The newer side of a comparison is empty, and the patch would remove all reminders of the older side. The
  /// count is nil if it is not known.
  case removesAll(side: String, count: Int?)
  /// The one who was asked ended the merge.
  case stopped
  /// A component of an input is larger than ``Limit/itemSize``, and would be lost.
  case tooLarge(input: String)
  /// An input cannot be read. The observer has received the reason, and partial work was not requested.
  case unreadableInput
  /// An output file exists and has other content, as do `others` more files.
  case standing(path: String, others: Int)
  /// An output is an input too.
  case overwritesInput(path: String)
  /// Two inputs would be written to one file of a folder.
  case sharedTarget(String, String, target: String)
  /// The output folder is inside an input, so the outputs would be read as inputs the next time.
  case besideInput(folder: String, input: String)
  /// An input is no regular file of iCalendar, and cannot be replaced; the format of one that is of another.
  case notReplaceable(input: String, format: Format?)
  /// An input is UTF-16, and cannot be replaced without changing every byte.
  case decoded(input: String)
  /// The input is not a complete patch, which was reported already.
  case noPatch(input: String)
  /// A list or a source that has to be there is not; the titles that there are.
  case unknownPlace(NamedPlaces.Name, known: [String])
  /// The format cannot hold some data, and losses were to end the work.
  case lossy(Losses, to: String)
  /// A change was not made, or not taken back.
  case editing(EditingFailure)
  /// A request to an account failed.
  case account(AccountError)
  /// A sync would do something else by now than the plan that was agreed upon.
  case changedPlan
  /// The reminders have no origins.
  case noOrigins
  /// The task that did the work was cancelled.
  case cancelled
  /// A closure that the caller passed threw this error.
  case callback(any Error)
}

extension WorkError {
  /// Does what reads or writes.
  ///
  /// - Throws: ``store(_:)``.
  package static func storing<Result>(_ body: () throws(StoreError) -> Result) throws(WorkError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  /// Does what takes any closure that throws, and throws no other error itself.
  static func rethrowing<Result>(_ body: () throws -> Result) throws(WorkError) -> Result {
    do {
      return try body()
    } catch {
      throw WorkError(rethrown: error)
    }
  }

  /// The error of the work for one that came without a type.
  init(rethrown error: any Error) {
    switch error {
    case let error as WorkError: self = error
    case let error as StoreError: self = .store(error)
    default: self = .callback(error)
    }
  }
}

extension WorkError: CustomStringConvertible {
  /// The error in words for people: a sentence without its full stop.
  public var description: String {
    switch self {
    case .store(let error): "\(error)"
    case .noCalendar: "no input has a calendar"
    case .incomplete(let input, let reason):
      "\(input) is not a complete collection" + (reason.isEmpty ? "" : ": \(reason)")
    case .message(let input): "\(input) is an iTIP message, not a collection"
    case .refused(let input): "\(input) is not a collection"
    case .emptied(let side, let name):
      "\(name) has none of the \(side.count) items of the base\(side.list.isEmpty ? "" : " in \(side.list)")"
    case .nothingToMerge(let side, _): "\(side) has no input to merge"
    case .nothingToCompare(let side): "\(side) has no calendar to compare"
    case .unknownList(let error):
      error.isTaken
        ? "the list \(error.name) has a counterpart already" : "there is no list \(error.name)"
    case .removesAll(let side, _): "\(side) is empty, and the patch would remove every reminder"
    case .stopped: "it was stopped; nothing was written"
    case .tooLarge(let input): "\(input) has an item that is larger than the limit, and would be lost"
    case .unreadableInput: "an input cannot be read"
    case .standing(let path, let others):
      "\(path)\(others > 0 ? " and \(others) more" : "") exists with other content"
    case .overwritesInput(let path): "\(path) is also an input, and inputs are not overwritten"
    case .sharedTarget(let one, let other, let target):
      "\(one) and \(other) would both be written to \(target)"
    case .besideInput(let folder, let input): "\(folder) is inside the input \(input)"
    case .notReplaceable(let input, let format):
      "\(input) cannot be replaced: " + (format.map { "it is \($0.title)" } ?? "it is not a regular file")
    case .decoded(let input): "\(input) is UTF-16, and cannot be replaced without changing every byte"
    case .noPatch(let input): "\(input) is not a complete patch"
    case .unknownPlace(let name, _): "no input has \(name.text)"
    case .lossy(let losses, let target): losses.summary(target) ?? "\(target) cannot hold some data"
    case .editing(let failure): failure.description
    case .account(let error): "\(error)"
    case .changedPlan: "the plan has changed since it was agreed to"
    case .noOrigins: "the reminders have no origins"
    case .cancelled: "it was cancelled"
    case .callback(let error): "\(error)"
    }
  }

  /// Possible remedies, one a line; empty if none is known.
  public var repairs: [String] {
    if case .editing(let failure) = self { failure.repairs } else { [] }
  }
}
