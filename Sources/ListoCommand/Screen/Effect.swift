internal import Listo

/// A request to the world around the screen: the reducer only says it.
enum Effect: Sendable, Hashable {
  /// Changes, as one step that can be taken back.
  ///
  /// - Parameter label: what is done, in words: `Done: Milk`.
  case change(label: String, [ScreenEdit])
  /// A reminder in words, into a list.
  case add(String, list: ModelIdentifier)
  /// Puts a reminder off, to what the words mean.
  case postpone(ModelIdentifier, to: String)
  case undo, redo
  /// In the person's editor.
  case edit(ModelIdentifier)
  /// The focus of today, from now on.
  case rememberFocus([ModelIdentifier])
  /// How far a review is; nil where it is through.
  case rememberReview(ReviewProgress?)
  case reload, suspend, redraw, quit
}

/// Changes to one reminder.
struct ScreenEdit: Sendable, Hashable {
  var identifier: ModelIdentifier
  var changes: [Change]

  init(_ identifier: ModelIdentifier, _ changes: Change...) {
    (self.identifier, self.changes) = (identifier, changes)
  }
}

/// The outcome of an effect.
enum Outcome: Sendable {
  /// It is done: what is there now, and what to say.
  case done(Catalog, String)
  /// It is shown, and being written: what is shown now, and what to say meanwhile.
  case saving(Catalog, String)
  /// It is to be done behind what is being written, and is shown then: what to say meanwhile.
  case waiting(String)
  /// A change that was being written, or waited, is on the disk: the text to say where nothing else was said
  /// since.
  case saved(String)
  /// It could not be written, and why; decisions about these are open again.
  case takenBack(String, [ModelIdentifier])
  /// Others changed something, or what was written is read.
  case seen(Catalog)
  /// It is not, and why.
  case failed(String)
  /// Nothing changed.
  case said(String)
  case nothing
}
