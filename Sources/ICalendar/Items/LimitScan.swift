/// Finds what goes beyond a limit in the lines of a block: such a line is kept, and no property is read from
/// it.
///
/// Only components with more lines than they may have properties, or with a line that is long enough to break
/// a limit, are walked, so that ordinary input pays two comparisons for each component, and a third for each
/// line of a large one.
struct LimitScan {
  /// Where the lines stand, in their order; components that nest too deep among them.
  private(set) var unread: [Range<Int>] = []
  private(set) var problems: [Diagnostic] = []
  private let block: Block
  private let limits: ReadingLimits

  /// - Parameter block: one of which nothing is known to be unread.
  init(_ block: Block) {
    (self.block, limits) = (block, block.limits)
    // The length up to which a line cannot break a limit: a value takes a byte, a parameter two.
    let longest = min(limits[.lineLength], limits[.values], limits[.parameters])
    let most = limits[.properties]
    let (nodes, lines) = (block.nodes, block.lines)
    for index in nodes.indices {
      let node = nodes[index]
      if node.isUnread {
        unread.append(node.extent)
      } else if node.lines.count > most
        || node.extent.count > longest && Self.hasLine(longer: longest, node, lines)
      {
        scan(index)
      }
    }
    unread.sort { $0.lowerBound < $1.lowerBound }
  }

  /// One of its lines, or of a component inside of it, has more bytes, folds included.
  private static func hasLine(longer length: Int, _ node: ComponentNode, _ lines: [LineStart]) -> Bool {
    node.lines.contains { lines[$0 + 1].start - lines[$0].start > length }
  }

  private mutating func scan(_ node: Int) {
    var properties = Properties(block: block, node: node)
    var count = 0
    while let property = properties.next() {
      count += 1
      if count > limits[.properties] {
        if count == limits[.properties] + 1 { report(properties: node, from: property) }
        keep(property)
      } else if let problem = problem(property) {
        problems.append(problem)
        keep(property)
      }
    }
  }

  private mutating func keep(_ property: Property) {
    let extent = property.extent
    if let last = unread.last, last.upperBound == extent.lowerBound {
      unread[unread.count - 1] = last.lowerBound..<extent.upperBound
    } else {
      unread.append(extent)
    }
  }

  private mutating func report(properties node: Int, from property: Property) {
    let component = Component(block: block, node: node)
    problems.append(
      Diagnostic(
        .warning, .tooManyProperties, line: property.lineNumber,
        "\(component.kind == .other ? "a component" : component.name) has more than "
          + "\(limits[.properties]) properties; the rest is kept but not parsed"))
  }

  /// The first limit that one line breaks, as a warning; nil if it breaks none.
  private func problem(_ property: Property) -> Diagnostic? {
    let written = property.content.count
    if written > limits[.lineLength] {
      let length = property.unfolded.count
      if length > limits[.lineLength] {
        let limit = Limit.lineLength.text(limits[.lineLength])
        return diagnostic(
          .lineTooLong, property, "a line of more than \(limit) bytes; it is kept but not parsed")
      }
    }
    if property.line.flags.contains(.parameters), written > min(limits[.parameters], limits[.values]) {
      let most = ParameterSyntax.counts(property.unfolded)
      if most.parameters > limits[.parameters] {
        return diagnostic(
          .tooManyParameters, property,
          "\(property.shortName) has more than \(limits[.parameters]) parameters; the line is kept but not parsed"
        )
      }
      if most.values > limits[.values] { return tooManyValues(property, "a parameter of ") }
    }
    if written > limits[.values], property.id.isList, property.valueCount > limits[.values] {
      return tooManyValues(property, "")
    }
    return nil
  }

  private func tooManyValues(_ property: Property, _ place: String) -> Diagnostic {
    diagnostic(
      .tooManyValues, property,
      "\(place)\(property.shortName) has more than \(limits[.values]) values; the line is kept but not parsed"
    )
  }

  private func diagnostic(_ code: Diagnostic.Code, _ property: Property, _ message: String) -> Diagnostic {
    Diagnostic(.warning, code, line: property.lineNumber, message)
  }
}

extension PropertyID {
  /// It may have several values with commas between them (RFC 5545 §3.1.2).
  fileprivate var isList: Bool {
    switch self {
    case .categories, .resources, .exdate, .rdate: true
    default: false
    }
  }
}

extension Property {
  /// The name, as a message may show it.
  fileprivate var shortName: String { String(name.prefix(40)) }

  /// How many values a list has, without making them.
  fileprivate var valueCount: Int {
    var count = 1
    var isEscaped = false
    for byte in value {
      if isEscaped {
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x2C {
        count += 1
      }
    }
    return count
  }
}
