internal import ICalendar
internal import ListoModel

/// Components within one another.
extension ComponentText {
  /// A sub-component, such as an alarm. One that iCalendar cannot have there, since its beginning would end
  /// this one, is kept as text: a VTODO in a VTODO.
  package mutating func append(_ child: ComponentText) {
    problems += child.problems
    keptDepth = max(keptDepth, child.keptDepth)
    guard !child.ends(kind) else { return refuse(child, "is not allowed in a \(name)") }
    inner |= child.inner | child.own
    height = max(height, child.height + 1)
    child.append(to: &children)
  }

  /// An alarm, written at once.
  ///
  /// - Parameters:
  ///   - room: so many bytes it mostly has.
  ///   - write: appends its lines, from `BEGIN` to `END`. Called again, it does the same.
  mutating func appendAlarm(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    children.append(inRoomOf: room, write)
    inner |= 1 << UInt32(ComponentKind.valarm.rawValue)
    height = max(height, 2)
  }

  private var own: UInt32 { 1 << UInt32(kind.rawValue) }

  /// It, or what stands in it, cannot stand in a component of this kind.
  private func ends(_ kind: ComponentKind) -> Bool {
    (inner | own) & Self.enders[Int(kind.rawValue)] != 0
  }

  /// Of each kind a bit for those whose beginning ends it.
  private static let enders: [UInt32] = ComponentKind.allCases.map { kind in
    ComponentKind.allCases.reduce(0) { $1.ends(kind) ? $0 | 1 << UInt32($1.rawValue) : $0 }
  }

  /// Keeps a component as text; one that keeps others so, which do the same, and so on, is left out.
  mutating func refuse(_ child: ComponentText, _ reason: String) {
    guard child.keptDepth < Self.mostKept else {
      problems.append(
        Diagnostic(
          .warning, .badSyntax, line: child.line > 0 ? child.line : nil,
          "a \(child.name) \(reason), and it is nested too deep to be kept as text; it is left out"
        ))
      return
    }
    keptDepth = max(keptDepth, child.keptDepth + 1)
    tell(.badSyntax, child.line > 0 ? child.line : nil, "a \(child.name) \(reason)")
    keep(child.bytes)
  }

  /// A component in it would be taken for one of the calendar where no more than so many components are read
  /// in each other.
  func isBroken(byNesting limit: Int) -> Bool { height > limit && holdsTop }

  /// A component stands in it that ends a VTODO wherever it is read as one of the calendar's.
  var holdsTop: Bool { inner & Self.enders[Int(ComponentKind.vtodo.rawValue)] != 0 }
}
