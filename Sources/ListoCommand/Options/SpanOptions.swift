internal import ArgumentParser
internal import Listo

/// The part of a repeating reminder that a change is for, as EKSpan of EventKit has it.
struct SpanOptions: ParsableArguments {
  enum Span: String, EnumerableFlag {
    case this, series

    static func help(for value: Span) -> ArgumentHelp? {
      switch value {
      case .this: "Change only the current occurrence of a repeating reminder."
      case .series: "Change all occurrences of a repeating reminder."
      }
    }
  }

  @Flag(exclusivity: .exclusive)
  var span: Span?

  /// The reminder to change where a series or one of its occurrences was named.
  ///
  /// - Parameter usual: the part of a series that the command changes by itself.
  func target(_ identifier: ModelIdentifier, or usual: Span, _ editing: inout Editing) -> ModelIdentifier {
    let series = ModelIdentifier(source: identifier.source, list: identifier.list, uid: identifier.uid)
    guard identifier.recurrenceID == nil else {
      return span == .series && editing[series] != nil ? series : identifier
    }
    return (span ?? usual) == .this ? editing.currentOccurrence(of: identifier) ?? identifier : identifier
  }
}
