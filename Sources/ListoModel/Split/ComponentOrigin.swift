package import ICalendar

/// The origin of a component of a merged collection: a line for each input that had it
/// (``MergeOptions/keepsOrigin``). A split by origin restores the inputs.
package enum ComponentOrigin {
  /// `X-LISTO-ORIGIN:laptop.ics`; the value is TEXT.
  public static let propertyName = MergeOrigins.name

  /// The inputs that a component says it came from, in its order.
  public static func names(of component: Component) -> [String] {
    component.all(named: propertyName).map(\.text).filter { !$0.isEmpty }
  }
}
