public import ICalendar

/// Where a component of a merged collection came from: a line for each input that held it (``MergeOptions/keepsOrigin``), so that a
/// split gives the inputs back.
public enum ComponentOrigin {
  /// `X-LISTO-ORIGIN:laptop.ics`; the value is TEXT.
  public static let propertyName = MergeOrigins.name

  /// The inputs that a component says it came from, in its order.
  public static func names(of component: Component) -> [String] {
    component.all(named: propertyName).map(\.text).filter { !$0.isEmpty }
  }
}
