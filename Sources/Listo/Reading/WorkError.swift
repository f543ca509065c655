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
