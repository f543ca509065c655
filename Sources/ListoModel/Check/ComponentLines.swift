internal import ICalendar

/// A component with the places of its lines, and so those in it: looked for once, for all that a check asks
/// of it.
struct ComponentLines {
  let component: Component
  let kind: ComponentKind
  /// The bytes to which the places refer.
  let bytes: [UInt8]
  /// The places of its own properties, malformed lines among them, in their order.
  let places: [LinePlace]
  let children: [ComponentLines]

  /// - Complexity: linear in the component's bytes.
  init(_ component: Component) {
    self.component = component
    kind = component.kind
    bytes = component.placedBytes
    var places: [LinePlace] = []
    component.places(into: &places)
    self.places = places
    children = component.hasChildren ? component.children.map { ComponentLines($0) } : []
  }

  /// The first property with this id.
  func first(_ id: PropertyID) -> Property? {
    places.first { $0.id == id }.map { component.property(at: $0) }
  }

  /// Every property with this id, in their order.
  func all(_ id: PropertyID) -> some Sequence<Property> {
    places.lazy.filter { $0.id == id }.map { component.property(at: $0) }
  }
}
