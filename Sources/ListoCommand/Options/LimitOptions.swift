internal import ArgumentParser
internal import Listo

/// How much reading may cost.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("input-limit"),
    help: ArgumentHelp(
      "Set a limit on inputs, such as nesting=100 or input-size=2G; can be repeated. man listo-diagnostics explains the limits: \(LimitArgument.names.joined(separator: ", ")).",
      valueName: "name=value"),
    completion: .list(LimitArgument.names.map { $0 + "=" }), transform: LimitArgument.init)
  var inputLimits: [LimitArgument] = []

  /// The limits of the table, with those that were given; of a limit that is given twice, the last counts.
  var values: ReadingLimits {
    var values = ReadingLimits()
    for argument in inputLimits { values[argument.limit] = argument.value }
    return values
  }
}

/// A limit and its value: `nesting=100`.
struct LimitArgument {
  let limit: Limit
  let value: Int

  /// - Throws: ValidationError that names the limit which may have been meant, or what its values may be.
  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let limit = Limit.named(name) else {
      let near = UnknownName.guess(name, in: Self.names)
      throw ValidationError(
        "unknown limit '\(name)'; \(near ?? "the limits are \(Self.names.joined(separator: ", ")).")")
    }
    let row = limit.row
    guard parts.count == 2, let value = limit.value(String(parts[1])) else {
      let (least, highest) = (limit.text(row.range.lowerBound), row.range.upperBound)
      let range = highest == Int.max ? "\(least) up" : "\(least) to \(limit.text(highest))"
      throw ValidationError(
        "write it like \(row.name)=\(limit.text(row.standard)), with a value from \(range).")
    }
    (self.limit, self.value) = (limit, value)
  }

  static let names = Limit.allCases.map(\.name)
}
