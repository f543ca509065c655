internal import ICalendar
internal import Synchronization

/// What a METHOD asks of components (RFC 5546), asked of libical once for all components that are alike to its restrictions: it
/// takes 200 µs each time.
final class RestrictionCache: Sendable {
  /// How many kinds of components libical is asked about: hostile ones would take a second for every 0.3 MB.
  private static let limit = 8192
  private let known = Mutex<[[UInt8]: String?]>([:])

  /// The breaches of a component in one sentence, `nil` where there are none.
  ///
  /// - Throws: ``ValueError`` for a component that libical is not asked about.
  func breach(_ component: Component, _ method: String) throws(ValueError) -> String? {
    let key = component.restrictionSignature + method.utf8
    let (answer, count) = known.withLock { ($0[key], $0.count) }
    if let answer { return answer }
    guard count < Self.limit else {
      throw ValueError(
        .limit, "more than \(Self.limit) kinds of components to compare with METHOD:\(Raw.shown(method))")
    }
    return try ask(component, method, key)
  }

  private func ask(_ component: Component, _ method: String, _ key: [UInt8]) throws(ValueError) -> String? {
    let answer = Self.words(try component.restrictionBreaches(method: method) ?? [], component, method)
    known.withLock { $0[key] = .some(answer) }
    return answer
  }

  private static func words(_ breaches: [LibicalFinding], _ component: Component, _ method: String) -> String?
  {
    var missing: [String] = []
    var others: [String] = []
    for breach in breaches where breach.kind == .restriction {
      guard let name = breach.property else { continue }
      if breach.message.hasSuffix("got 0") {
        missing.append(name)
      } else if breach.message.contains("Expected 0 ") {
        others.append("has no place for \(name)")
      } else {
        others.append("allows one \(name)")
      }
    }
    let parts = (missing.isEmpty ? [] : ["asks for \(missing.joined(separator: ", "))"]) + others
    guard !parts.isEmpty else { return nil }
    let place = "in a \(component.name) (RFC 5546, as libical has it)"
    return "METHOD:\(Raw.shown(method)) \(parts.joined(separator: ", ")) \(place)"
  }
}
