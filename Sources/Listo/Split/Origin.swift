public import ICalendar

/// Where a component of a merged collection came from: a line for each input that held it, so that a split gives the inputs back.
public enum Origin {
  /// `X-LISTO-ORIGIN:laptop.ics`; the value is TEXT.
  public static let propertyName = "X-LISTO-ORIGIN"

  /// The inputs that a component says it came from, in its order.
  public static func names(of component: Component) -> [String] {
    component.all(named: propertyName).map(\.text).filter { !$0.isEmpty }
  }

  /// The component with a line for each of these inputs, behind its other properties, in the place of those that it had.
  public static func marked(_ component: Component, with names: [String]) -> Component {
    unmarked(component).edited(
      names.map { name in
        .append(
          ContentLineText.line(propertyName, value: TextValue.encode(name), lineEnd: component.lineEnd))
      })
  }

  /// The component without such lines: as it came.
  public static func unmarked(_ component: Component) -> Component {
    component.edited(component.all(named: propertyName).map { .remove($0) })
  }
}
