internal import ICalendar
internal import ListoModel

/// The parts of a line of todo.txt that no field holds. iCalendar keeps them in properties of their own.
struct TodoTxtKept: Hashable {
  /// The letter of a priority below the lowest number: `J` to `Z`.
  var letter: UInt8?
  /// The name of the line, which `p:` of its parts refers to (topydo).
  var identifier: String?
  /// `rec:1w`: the next date is counted from the completion.
  var repeatsFromCompletion = false

  /// The lowest PRIORITY, which `I` and every later letter become.
  static let lowestPriority = 9

  private static let priorityProperty = "X-TODOTXT-PRIORITY"
  private static let identifierProperty = "X-TODOTXT-ID"

  init() {}

  /// The letter of a priority; nil for a number that has none.
  func letter(of priority: Int) -> UInt8? {
    if priority == Self.lowestPriority, let letter { return letter }
    return (1...Self.lowestPriority).contains(priority) ? UInt8(0x40 + priority) : nil
  }

  /// A name that topydo gives, or that people write: letters, digits and hyphens.
  static func isIdentifier(_ value: some Collection<UInt8>) -> Bool {
    (1...40).contains(value.count)
      && value.allSatisfy { byte in
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte == 0x5F
      }
  }

  /// Appends the properties.
  func append(to component: inout ComponentText) {
    if let letter { component.raw(named: Self.priorityProperty, [letter]) }
    if let identifier { component.raw(named: Self.identifierProperty, identifier.utf8) }
    if repeatsFromCompletion { component.raw(.xListoRepeatFrom, "COMPLETION".utf8) }
  }

  // MARK: Of a component

  /// A component may have some of them.
  static func mayBe(in component: Component) -> Bool {
    let bytes = component.bytes.span
    return bytes.mentions(Self.ownNames) || bytes.mentions(Self.repeatNames)
  }

  private static let (ownNames, repeatNames) = (Array("-TODOTXT-".utf8), Array("-LISTO-REPEAT-FROM".utf8))

  /// Takes those of a component that a line can have.
  ///
  /// - Parameter edits: gets what remains to be written of the component when the line has them.
  init(_ component: Component, _ edits: inout [Component.Edit]) {
    let word = component.first(.rrule).flatMap { TodoTxtRecurrence.word($0.rawText) }
    for property in component.properties {
      switch property.id {
      case .xListoRepeatFrom where word != nil && property.rawText.uppercased() == "COMPLETION":
        repeatsFromCompletion = true
      case .relatedTo:
        guard let word = property.parameter(OriginParameter.todoTxtParent)?.value,
          Self.isIdentifier(word.utf8)
        else {
          continue
        }
        edits.append(.replace(property, ContentLineText.line(property.name, value: word.utf8)))
        continue
      case .other where property.name == Self.priorityProperty:
        let letters = Array(property.value)
        guard letters.count == 1, (0x4A...0x5A).contains(letters[0]),
          component.first(.priority)?.rawText == String(Self.lowestPriority)
        else { continue }
        letter = letters[0]
      case .other where property.name == Self.identifierProperty:
        guard identifier == nil, Self.isIdentifier(property.value) else { continue }
        identifier = property.rawText
      case .xTodotxtLine: break
      default: continue
      }
      edits.append(.remove(property))
    }
  }
}
