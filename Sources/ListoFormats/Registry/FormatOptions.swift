/// The options of readers and writers besides the format itself.
public struct FormatOptions: Sendable, Hashable {
  /// The treatment of a recurrence rule in a format without rules.
  public enum Recurrence: Sendable, Hashable {
    /// The rule is written in words.
    case text
    /// The current occurrence, whose dates are the reminder's due date and start: programs advance these when
    /// an occurrence is completed.
    case next
    /// This many occurrences are written, from the current one on, each as a reminder.
    case expand(Int)
  }

  /// The names of the options that are switched on.
  public var names: Set<String>
  /// The values of those that have some, in their order.
  public var values: [String: [String]] = [:]
  /// The treatment of recurrence rules.
  public var recurrence: Recurrence

  /// - Parameter names: options without a value.
  public init(names: Set<String> = [], recurrence: Recurrence = .text) {
    (self.names, self.recurrence) = (names, recurrence)
  }

  /// Returns whether the option was given.
  public func contains(_ name: String) -> Bool { names.contains(name) }

  /// The same, with the options of another that are not set here.
  package func filled(from other: FormatOptions) -> FormatOptions {
    var result = self
    result.names.formUnion(other.names)
    result.values.merge(other.values) { own, _ in own }
    return result
  }

  /// Returns the value of an option, the last one if it was given several times; nil if it was not given.
  public func value(_ name: String) -> String? { values[name]?.last }
}

extension Format {
  /// The option of this name.
  public func option(_ name: String) -> FormatOption? { options.first { $0.name == name } }

  /// The names of a table's possible columns, in the default order; empty for a format that is not a table.
  public var columns: [String] {
    for case .columns(let names)? in options.map(\.value) { return names }
    return []
  }
}
