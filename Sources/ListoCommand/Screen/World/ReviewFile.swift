internal import Listo

/// How far a review is: remembered beside the selection, in `review`, by identifier. Another question is
/// another review.
struct ReviewFile {
  private let lines = StateLines(name: "review", title: "listo review 1")

  /// - Parameter question: the expression that asks for what is reviewed.
  func load(_ question: String) -> ReviewProgress {
    guard let saved = lines.read(), saved.first == question else { return ReviewProgress() }
    var progress = ReviewProgress()
    for line in saved.dropFirst() {
      guard let (word, text) = line.parted(by: " "), let identifier = ModelIdentifier(text) else { continue }
      if word == "at" { progress.current = identifier } else { progress.decided.append(identifier) }
    }
    return progress
  }

  /// - Parameter progress: nil where the review is through: the next begins anew.
  /// - Throws: ``Failure`` with status 73.
  func save(_ progress: ReviewProgress?, _ question: String) throws(Failure) {
    guard let progress else { return try lines.write([]) }
    try lines.write(
      [question] + progress.decided.map { "decided \($0)" } + (progress.current.map { ["at \($0)"] } ?? []))
  }
}
