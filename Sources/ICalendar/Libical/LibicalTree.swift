import CLibical
import Synchronization

/// A component as libical's own parser reads it: for checks, and as a second opinion in tests. Never the only
/// copy of anything, since that parser loses values without a word.
package struct LibicalComponent: Sendable, Hashable {
  /// A property as libical read it.
  package struct Property: Sendable, Hashable {
    /// The name in capitals.
    package let name: String
    /// The parameters that libical kept, their values as it writes them.
    package let parameters: [Parameter]
    /// The value as libical writes it, still escaped.
    package let value: String
    /// The type that libical gave the value, such as `DATE`.
    package let type: String
    /// The type that it writes as the VALUE parameter; nil where it writes none.
    package let writtenType: String?
  }

  /// A parameter as libical read it.
  package struct Parameter: Sendable, Hashable {
    /// The name.
    package let name: String
    /// The value as libical writes it, perhaps in quotation marks.
    package let value: String
  }

  /// The name of the component, such as `VTODO`; `XROOT` around several calendars; empty for one that libical
  /// does not write.
  package let kind: String
  /// The properties in their order, without the X-LIC-ERRORs.
  package let properties: [Property]
  /// The components within, in their order.
  package let children: [LibicalComponent]
  /// The texts of the X-LIC-ERRORs that libical left in place of what it could not read.
  package let errors: [String]

  /// Gives unfolded or folded bytes of one or more components to libical's parser.
  ///
  /// - Returns: `nil` where libical gives up on the whole input: nothing in it, or an END that is missing.
  /// - Throws: ``ValueError`` with code `.nul` or `.limit` for an input on which libical would stop early,
  ///   hang or overflow the stack; the reason says which guard refused. See `LibicalGuard`.
  /// - Complexity: 8 µs for five properties, 20 MB/s; one call at a time in the whole process, since
  ///   libical 3.0's parser keeps its error state in globals.
  package static func parse(_ bytes: [UInt8]) throws(ValueError) -> LibicalComponent? {
    let bytes = try LibicalGuard.admitted(bytes).bytes
    return LibicalTree.lock.withLock { _ in
      guard let tree = LibicalTree(bytes) else { return nil }
      return tree.component()
    }
  }

  /// Whether libical knows components of this name, and keeps them.
  package static func knows(_ name: String) -> Bool {
    let empty = Array("BEGIN:\(name)\r\nEND:\(name)\r\n".utf8)
    return ((try? parse(empty)) ?? nil)?.kind == name
  }

  /// The text that libical writes after reading a whole file, and the passages that it could not read; see
  /// ``LibicalFile``.
  static func written(
    _ bytes: [UInt8]
  ) throws(ValueError) -> (bytes: [UInt8], findings: [LibicalFinding], withheldLines: Int)? {
    let (bytes, withheld) = try LibicalGuard.admitted(bytes)
    return LibicalTree.lock.withLock { _ in
      guard let tree = LibicalTree(bytes) else { return nil }
      return (tree.text(), tree.findings(), withheld)
    }
  }

  /// The objections of libical to one component with its calendar around it.
  ///
  /// - Parameter areRestrictions: what breaches RFC 5546, instead of what cannot be read.
  /// - Returns: `nil` where libical cannot read the input at all.
  /// - Throws: as ``parse(_:)``.
  static func findings(
    _ bytes: [UInt8], areRestrictions: Bool, propertyLimit: Int
  ) throws(ValueError) -> [LibicalFinding]? {
    let bytes = try LibicalGuard.admitted(bytes, propertyLimit: propertyLimit).bytes
    return LibicalTree.lock.withLock { _ in
      guard let tree = LibicalTree(bytes) else { return nil }
      return areRestrictions ? tree.breachesOfOne() : tree.findings()
    }
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

  /// The objections that the tree records, in the order of the components and their properties: values that
  /// could not be read or, after a check of the restrictions, the breaches.
  func findings() -> [LibicalFinding] {
    guard unsafe icalcomponent_count_errors(root) > 0 else { return [] }
    var findings: [LibicalFinding] = []
    unsafe Self.collect(root, into: &findings)
    return findings
  }

  /// The breaches of a calendar that holds a single component: libical's check ends with the first that has
  /// one.
  func breachesOfOne() -> [LibicalFinding] {
    unsafe icalcomponent_strip_errors(root)
    _ = unsafe icalrestriction_check(root)
    return findings()
  }

  /// The tree as iCalendar.
  func text() -> [UInt8] {
    var bytes: [UInt8] = []
    // Around several calendars libical puts a component that no file has.
    if unsafe icalcomponent_isa(root) == ICAL_XROOT_COMPONENT {
      unsafe Self.each(root) { unsafe Self.append($0, to: &bytes) }
    } else {
      unsafe Self.append(root, to: &bytes)
    }
    return bytes
  }

  private static func append(_ component: OpaquePointer, to bytes: inout [UInt8]) {
    let name = unsafe name(component)
    guard !name.isEmpty else { return }
    bytes += "BEGIN:\(name)\r\n".utf8
    var next = unsafe icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    while let property = unsafe next {
      let kind = unsafe icalproperty_isa(property)
      if kind != ICAL_XLICERROR_PROPERTY {
        let line = unsafe line(property)
        let isList = kind == ICAL_CATEGORIES_PROPERTY || kind == ICAL_RESOURCES_PROPERTY
        bytes += ContentLineText.fold((isList ? escapingCommas(line) : line)[...])
      }
      unsafe next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
    }
    unsafe each(component) { unsafe append($0, to: &bytes) }
    bytes += "END:\(name)\r\n".utf8
  }

  /// A line of a list's single value: libical has a property for each, and writes the commas in it as if they
  /// parted values.
  private static func escapingCommas(_ line: [UInt8]) -> [UInt8] {
    let value = ParameterSyntax.valueStart(line[...])
    return line[..<value] + line[value...].flatMap { $0 == 0x2C ? [0x5C, 0x2C] : [$0] }
  }

  private static func collect(_ pointer: OpaquePointer, into findings: inout [LibicalFinding]) {
    var next = unsafe icalcomponent_get_first_property(pointer, ICAL_XLICERROR_PROPERTY)
    while let property = unsafe next {
      // One that the file brought along has no type that libical gave it.
      if let parameter = unsafe icalproperty_get_first_parameter(
        property, ICAL_XLICERRORTYPE_PARAMETER),
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
            value: value, type: unsafe type(property), writtenType: unsafe writtenType(property)))
      }
      unsafe next = icalcomponent_get_next_property(pointer, ICAL_ANY_PROPERTY)
    }
    var children: [LibicalComponent] = []
    unsafe each(pointer) { children.append(unsafe component($0)) }
    return LibicalComponent(
      kind: unsafe name(pointer), properties: properties, children: children, errors: errors)
  }

  /// The name of a component; empty for one that libical does not write (VLOCATION, X-FOO).
  private static func name(_ component: OpaquePointer) -> String {
    let name: UnsafePointer<CChar>? = unsafe listo_component_name(component)
    return unsafe name.map { unsafe String(cString: $0) } ?? ""
  }

  private static func type(_ property: OpaquePointer) -> String {
    guard let value = unsafe icalproperty_get_value(property),
      let name: UnsafePointer<CChar> = unsafe icalvalue_kind_to_string(icalvalue_isa(value))
    else { return "" }
    return unsafe String(cString: name)
  }

  /// libical writes VALUE before the other parameters.
  private static func writtenType(_ property: OpaquePointer) -> String? {
    let line = unsafe line(property)
    let (mark, name) = (Array(";VALUE=".utf8), line.prefix { $0 != 0x3B && $0 != 0x3A })
    guard line[name.endIndex...].starts(with: mark) else { return nil }
    return String(
      decoding: line[(name.endIndex + mark.count)...].prefix { $0 != 0x3B && $0 != 0x3A }, as: UTF8.self)
  }

  /// The line that libical writes, without folds and line end. It folds in the middle of a line end, which
  /// leaves a CR behind; in a value no CR comes through its parser.
  private static func line(_ property: OpaquePointer) -> [UInt8] {
    guard let text = unsafe icalproperty_as_ical_string_r(property) else { return [] }
    defer { unsafe icalmemory_free_buffer(text) }
    var line: [UInt8] = []
    var isBehindFeed = false
    for index in 0..<Int(unsafe listo_length(text)) {
      let byte = UInt8(bitPattern: unsafe text[index])
      switch byte {
      case 0x0D: continue
      case 0x0A: isBehindFeed = true
      case 0x20 where isBehindFeed: isBehindFeed = false
      default: line.append(byte)
      }
    }
    return line
  }

  private static func parameters(_ property: OpaquePointer) -> [LibicalComponent.Parameter] {
    var parameters: [LibicalComponent.Parameter] = []
    var next = unsafe icalproperty_get_first_parameter(property, ICAL_ANY_PARAMETER)
    while let parameter = unsafe next {
      let text = unsafe taken(icalparameter_as_ical_string_r(parameter))
      // By scalars: a mark at the start of the value would make one character with the equals sign.
      let halves = text.unicodeScalars.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
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
