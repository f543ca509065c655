internal import ListoAccounts
internal import ListoFormats
internal import ListoModel
internal import ListoStores

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
