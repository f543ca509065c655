import CLibical
import Synchronization

/// What libical's own parser makes of a component: for checks, and as a second opinion in tests. Never the
/// only copy of anything, since that parser loses values without a word.
public struct LibicalComponent: Sendable, Hashable {
  /// A property as libical read it.
  public struct Property: Sendable, Hashable {
    /// The name in capitals.
    public let name: String
    /// The parameters that libical kept, their values as it writes them.
    public let parameters: [Parameter]
    /// The value as libical writes it, still escaped.
    public let value: String
  }

  /// A parameter as libical read it.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value as libical writes it, perhaps in quotation marks.
    public let value: String
  }

  /// The name of the component, such as `VTODO`; `XROOT` around several calendars.
  public let kind: String
  /// The properties in their order, without the X-LIC-ERRORs.
  public let properties: [Property]
  /// The components within, in their order.
  public let children: [LibicalComponent]
  /// The texts of the X-LIC-ERRORs that libical left in place of what it could not read.
  public let errors: [String]

  /// Gives unfolded or folded bytes of one or more components to libical's parser.
  ///
  /// - Returns: `nil` where libical gives up on the whole input: nothing in it, or an END that is missing.
  /// - Throws: ``ValueError`` with code `.nul` or `.limit` for an input on which libical would stop early,
  ///   hang or overflow the stack; the reason says which guard refused. See ``LibicalGuard``.
  /// - Complexity: 8 µs for five properties, 20 MB/s; one call at a time in the whole process, since
  ///   libical 3.0's parser keeps its error state in globals.
  public static func parse(_ bytes: [UInt8]) throws(ValueError) -> LibicalComponent? {
    try LibicalGuard.check(bytes)
    return LibicalTree.lock.withLock { _ in
      guard let tree = LibicalTree(bytes) else { return nil }
      return tree.component()
    }
  }

  /// A breach of RFC 5546's restrictions on which properties a component must, may and must not have.
  public struct Breach: Sendable, Hashable {
    /// The component that it was found in, such as `VTODO`.
    public let kind: String
    /// The component's UID, if it has one.
    public let uid: String?
    /// What libical says, in English.
    public let message: String
  }

  /// What libical's restriction check finds in a calendar, in the order of its components. It does not look
  /// at the ranges of values: `PRIORITY:99` passes.
  ///
  /// - Returns: `nil` where libical cannot read the input at all.
  /// - Throws: as ``parse(_:)``.
  public static func restrictionErrors(_ bytes: [UInt8]) throws(ValueError) -> [Breach]? {
    try LibicalGuard.check(bytes)
    return LibicalTree.lock.withLock { _ in
      guard let tree = LibicalTree(bytes) else { return nil }
      tree.checkRestrictions()
      return tree.component().breaches
    }
  }

  /// What libical objects to in one component with its calendar around it.
  ///
  /// - Parameter areRestrictions: what breaches RFC 5546, instead of what cannot be read.
  /// - Returns: `nil` where libical cannot read the input at all.
  /// - Throws: as ``parse(_:)``.
  static func findings(
    _ bytes: [UInt8], areRestrictions: Bool, propertyLimit: Int
  ) throws(ValueError) -> [LibicalFinding]? {
    try LibicalGuard.check(bytes, propertyLimit: propertyLimit)
    return LibicalTree.lock.withLock { _ in
      guard let tree = LibicalTree(bytes) else { return nil }
      return areRestrictions ? tree.breachesOfOne() : tree.findings()
    }
  }

  private var breaches: [Breach] {
    let uid = properties.first { $0.name == "UID" }?.value
    return errors.map { Breach(kind: kind, uid: uid, message: $0) } + children.flatMap(\.breaches)
  }
}

/// The owner of a component tree of libical's.
@safe private struct LibicalTree: ~Copyable {
  /// Held while a tree is made, read and freed.
  static let lock = Mutex(())

  private let root: OpaquePointer

  init?(_ bytes: [UInt8]) {
    guard
      case let made?? = unsafe Libical.withCString(
        bytes[...], limit: bytes.count, { unsafe icalparser_parse_string($0) })
    else { return nil }
    unsafe root = made
  }

  deinit { unsafe icalcomponent_free(root) }

  func component() -> LibicalComponent { unsafe Self.component(root) }

  /// Leaves an X-LIC-ERROR in place of each breach, and none for what could not be read.
  func checkRestrictions() {
    unsafe icalcomponent_strip_errors(root)
    unsafe Self.checkCalendar(root)
    unsafe Self.each(root) { unsafe Self.checkCalendar($0) }
  }

  /// What could not be read, in the order of the components and their properties.
  func findings() -> [LibicalFinding] {
    guard unsafe icalcomponent_count_errors(root) > 0 else { return [] }
    var findings: [LibicalFinding] = []
    unsafe Self.collect(root, into: &findings)
    return findings
  }

  /// The breaches of a calendar that holds a single component.
  func breachesOfOne() -> [LibicalFinding] {
    unsafe icalcomponent_strip_errors(root)
    _ = unsafe icalrestriction_check(root)
    return findings()
  }

  private static func collect(_ pointer: OpaquePointer, into findings: inout [LibicalFinding]) {
    var next = unsafe icalcomponent_get_first_property(pointer, ICAL_XLICERROR_PROPERTY)
    while let property = unsafe next {
      // One that the file brought along has no type that libical gave it.
      if let parameter = unsafe icalproperty_get_first_parameter(property, ICAL_XLICERRORTYPE_PARAMETER),
        let text = unsafe icalproperty_get_xlicerror(property)
      {
        let type = unsafe icalparameter_get_xlicerrortype(parameter)
        findings.append(unsafe LibicalFinding(kind: kind(type), text: String(cString: text)))
      }
      unsafe next = icalcomponent_get_next_property(pointer, ICAL_XLICERROR_PROPERTY)
    }
    unsafe each(pointer) { unsafe collect($0, into: &findings) }
  }

  private static func kind(_ type: icalparameter_xlicerrortype) -> LibicalFinding.Kind {
    switch type {
    case ICAL_XLICERRORTYPE_VALUEPARSEERROR: .value
    case ICAL_XLICERRORTYPE_PROPERTYPARSEERROR: .propertyName
    case ICAL_XLICERRORTYPE_PARAMETERNAMEPARSEERROR, ICAL_XLICERRORTYPE_PARAMETERVALUEPARSEERROR: .parameter
    case ICAL_XLICERRORTYPE_COMPONENTPARSEERROR: .line
    case ICAL_XLICERRORTYPE_INVALIDITIP: .restriction
    default: .other
    }
  }

  /// libical's check ends with the first component that has a breach. So the calendar is checked without its
  /// components, and each of them in a calendar of its own; they come back in their order.
  private static func checkCalendar(_ calendar: OpaquePointer) {
    guard unsafe icalcomponent_isa(calendar) == ICAL_VCALENDAR_COMPONENT,
      let shell = unsafe icalcomponent_new(ICAL_VCALENDAR_COMPONENT)
    else { return }
    defer { unsafe icalcomponent_free(shell) }
    unsafe icalcomponent_add_property(shell, icalproperty_new_version("2.0"))
    unsafe icalcomponent_add_property(shell, icalproperty_new_prodid("-"))
    let method = unsafe icalcomponent_get_method(calendar)
    if method != ICAL_METHOD_NONE {
      unsafe icalcomponent_add_property(shell, icalproperty_new_method(method))
    }
    for _ in 0..<(unsafe icalcomponent_count_components(calendar, ICAL_ANY_COMPONENT)) {
      guard let child = unsafe icalcomponent_get_first_component(calendar, ICAL_ANY_COMPONENT) else { break }
      unsafe move(child, from: calendar, to: shell)
      _ = unsafe icalrestriction_check(shell)
      unsafe move(child, from: shell, to: calendar)
    }
    guard let bare = unsafe icalcomponent_new(ICAL_VCALENDAR_COMPONENT) else { return }
    defer { unsafe icalcomponent_free(bare) }
    let count = unsafe icalcomponent_count_components(calendar, ICAL_ANY_COMPONENT)
    for _ in 0..<count {
      unsafe icalcomponent_get_first_component(calendar, ICAL_ANY_COMPONENT).map {
        unsafe move($0, from: calendar, to: bare)
      }
    }
    _ = unsafe icalrestriction_check(calendar)
    for _ in 0..<count {
      unsafe icalcomponent_get_first_component(bare, ICAL_ANY_COMPONENT).map {
        unsafe move($0, from: bare, to: calendar)
      }
    }
  }

  private static func move(_ child: OpaquePointer, from old: OpaquePointer, to new: OpaquePointer) {
    unsafe icalcomponent_remove_component(old, child)
    unsafe icalcomponent_add_component(new, child)
  }

  private static func each(_ parent: OpaquePointer, _ body: (OpaquePointer) -> Void) {
    var iterator = unsafe icalcomponent_begin_component(parent, ICAL_ANY_COMPONENT)
    var child = unsafe icalcompiter_deref(&iterator)
    while let present = unsafe child {
      unsafe body(present)
      unsafe child = icalcompiter_next(&iterator)
    }
  }

  private static func component(_ pointer: OpaquePointer) -> LibicalComponent {
    var properties: [LibicalComponent.Property] = []
    var errors: [String] = []
    var next = unsafe icalcomponent_get_first_property(pointer, ICAL_ANY_PROPERTY)
    while let property = unsafe next {
      let value = unsafe taken(icalproperty_get_value_as_string_r(property))
      if unsafe icalproperty_isa(property) == ICAL_XLICERROR_PROPERTY {
        errors.append(value)
      } else {
        properties.append(
          LibicalComponent.Property(
            name: unsafe taken(icalproperty_get_property_name_r(property)),
            parameters: unsafe parameters(property),
            value: value))
      }
      unsafe next = icalcomponent_get_next_property(pointer, ICAL_ANY_PROPERTY)
    }
    var children: [LibicalComponent] = []
    unsafe each(pointer) { children.append(unsafe component($0)) }
    // One that libical does not know (VLOCATION) stands in its tree without a name.
    let kind: UnsafePointer<CChar>? = unsafe icalcomponent_kind_to_string(icalcomponent_isa(pointer))
    return LibicalComponent(
      kind: unsafe kind.map { unsafe String(cString: $0) } ?? "",
      properties: properties, children: children,
      errors: errors)
  }

  private static func parameters(_ property: OpaquePointer) -> [LibicalComponent.Parameter] {
    var parameters: [LibicalComponent.Parameter] = []
    var next = unsafe icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
    while let parameter = unsafe next {
      let text = unsafe taken(icalparameter_as_ical_string_r(parameter))
      let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      parameters.append(
        LibicalComponent.Parameter(name: String(halves[0]), value: halves.count > 1 ? String(halves[1]) : ""))
      unsafe next = icalproperty_get_next_parameter(property, ICAL_ANY_PARAMETER)
    }
    return parameters
  }

  /// The text of a string that libical gave away, which is freed.
  private static func taken(_ string: UnsafeMutablePointer<CChar>?) -> String {
    guard let string = unsafe string else { return "" }
    defer { unsafe icalmemory_free_buffer(string) }
    return unsafe String(cString: string)
  }
}
