package import ICalendar

/// The objections of libical, each with the line that it means, without those that were found before.
struct LibicalCheck {
  let file: String
  /// The calendar's METHOD.
  let method: String?
  let restrictions: RestrictionCache

  /// Adds what libical objects to in a component.
  ///
  /// - Parameters:
  ///   - asked: what ``restrictions`` were asked before, on this thread.
  ///   - known: the index of the first finding in the component.
  func check(
    _ lines: ComponentLines, _ asked: inout RestrictionCache.Asked, _ findings: inout [Diagnostic],
    from known: Int
  ) {
    let component = lines.component
    do throws(ValueError) {
      if !LibicalPrecheck.isSure(of: lines) {
        guard let objections = try component.libicalFindings() else {
          findings.append(diagnostic(.warning, component.lineNumber, "libical cannot read this component"))
          return
        }
        if !objections.isEmpty { findings += diagnostics(objections, component, findings[known...]) }
      }
      guard let method, component.kind != .vcalendar, component.kind != .vtimezone else { return }
      if case .some(.some(let breach)) = try restrictions.breachUnlessAsking(lines, method, &asked) {
        findings.append(diagnostic(breach, component, method))
      }
    } catch {
      findings.append(notAsked(component, error))
    }
  }

  /// Adds the same of the components that were put off. Each finding is the last of its line.
  func checkPutOff(_ asked: inout RestrictionCache.Asked, _ findings: inout [Diagnostic]) {
    for (lines, method) in restrictions.putOff(&asked) {
      do throws(ValueError) {
        if let breach = try restrictions.breach(lines, method, &asked) {
          findings.append(diagnostic(breach, lines.component, method))
        }
      } catch {
        findings.append(notAsked(lines.component, error))
      }
    }
  }

  /// A warning about a breach of the METHOD; a note for PUBLISH, which exports carry that are no messages.
  private func diagnostic(_ breach: String, _ component: Component, _ method: String) -> Diagnostic {
    Diagnostic(
      method == "PUBLISH" ? .note : .warning, .restriction, file: file, line: component.lineNumber, breach)
  }

  private func notAsked(_ component: Component, _ error: ValueError) -> Diagnostic {
    diagnostic(.note, component.lineNumber, "libical did not check this: \(error.reason)")
  }

  /// - Parameter known: what was found in the component before.
  private func diagnostics(
    _ objections: [LibicalFinding], _ component: Component, _ known: ArraySlice<Diagnostic>
  ) -> [Diagnostic] {
    var places = PropertyPlaces(component)
    let lines = Set(known.compactMap(\.line))
    let hasBadParameter = known.contains { $0.code == .badParameter }
    var result: [Diagnostic] = []
    for objection in objections where objection.kind != .line {
      let property = places.next(objection)
      let line = property?.lineNumber ?? component.lineNumber
      if property != nil, lines.contains(line) { continue }
      // Of a parameter that it cannot read libical does not say where it stands.
      if property == nil, objection.kind == .parameter, hasBadParameter { continue }
      result.append(
        diagnostic(severity(objection, property, component.kind), line, words(objection, property)))
    }
    return result
  }

  /// A note where libical is the one that is wrong (Documentation/Libical.md): TEXT may be empty (RFC 5545
  /// §3.3.11), and a property that it does not know may be registered since (§3.8.8.1).
  private func severity(
    _ objection: LibicalFinding, _ property: Property?, _ kind: ComponentKind
  ) -> Diagnostic.Severity {
    switch objection.kind {
    case .propertyName: return .note
    case .value where objection.value.isEmpty:
      return property.flatMap { ValueType.of($0.id, in: kind) } == nil ? .note : .warning
    default: return .warning
    }
  }

  private func words(_ objection: LibicalFinding, _ property: Property?) -> String {
    let name = ShortenedValue.shown(property?.name ?? objection.property ?? "property")
    return switch objection.kind {
    case .propertyName: "libical does not know the property \(name) and drops it"
    case .value where objection.value.isEmpty: "libical drops the empty \(name)"
    case .value: "libical drops this property: \(objection.message)"
    default: "libical: \(objection.message)"
    }
  }

  private func diagnostic(_ severity: Diagnostic.Severity, _ line: Int, _ message: String) -> Diagnostic {
    Diagnostic(severity, .libical, file: file, line: line, message)
  }
}

/// The properties of a component and of all in it, to be found again by what libical says of them: it goes
/// through them in the same order.
private struct PropertyPlaces {
  private var byName: [String: [Property]] = [:]
  /// How far the properties of a name were gone through for a kind of finding.
  private var used: [Question: Int] = [:]

  private struct Question: Hashable {
    let kind: LibicalFinding.Kind
    let name: String
  }

  init(_ component: Component) { add(component) }

  private mutating func add(_ component: Component) {
    for property in component.properties {
      let name = property.name
      byName[name.hasPrefix("X-") && property.value.isEmpty ? "X" : name, default: []].append(property)
    }
    for child in component.children { add(child) }
  }

  /// The next property with the name and the value; `nil` where there is none.
  ///
  /// - Complexity: linear in the properties of that name for all calls together.
  mutating func next(_ objection: LibicalFinding) -> Property? {
    // libical repeats a name as it stands in the line: x-foo.
    guard let name = objection.property?.uppercased(), let candidates = byName[name] else { return nil }
    let question = Question(kind: objection.kind, name: name)
    var index = used[question, default: 0]
    while index < candidates.count {
      let property = candidates[index]
      index += 1
      guard Self.fits(objection, property) else { continue }
      used[question] = index
      return property
    }
    used[question] = index
    return nil
  }

  private static func fits(_ objection: LibicalFinding, _ property: Property) -> Bool {
    guard objection.kind == .value else { return true }
    let text = property.rawText
    return objection.value.isEmpty ? text.allSatisfy(\.isWhitespace) : text.contains(objection.value)
  }
}

/// Lists the data that programs built on libical drop or change, property by property.
package enum LibicalLossCheck {
  /// The losses within the calendars' headers and the components of a batch, by line. ``findings(_:file:)``
  /// has the components that libical drops as a whole.
  ///
  /// - Parameter file: the name of the input, as the user gave it.
  /// - Complexity: linear in the bytes; libical reads one component at a time in the whole process.
  package static func check(_ batch: SurveyedBatch, file: String) -> CalendarCheck.Result {
    var findings: [Diagnostic] = []
    batch.forEach { item, _, _ in
      switch item {
      case .open(let component), .component(let component):
        if component.hasUnreadLines {
          findings.append(
            .notCompared(file, component.lineNumber, "it is larger than the limit of a component"))
          return
        }
        do throws(ValueError) {
          guard let theirs = try component.parsedByLibical(), theirs.kind == component.name else { return }
          var comparison = LibicalComparison()
          comparison.compare(component, theirs)
          findings += comparison.differences.map { $0.diagnostic(inFile: file) }
        } catch {
          findings.append(.notCompared(file, component.lineNumber, error.reason))
        }
      case .properties, .other, .close, .problem: break
      }
    }
    return CalendarCheck.Result(findings: findings, links: [])
  }

  /// The losses of a whole file: the file itself, or components in it.
  package static func findings(_ bytes: [UInt8], file: String) -> [Diagnostic] {
    func finding(_ message: String, _ line: Int? = nil) -> Diagnostic {
      Diagnostic(.warning, .libicalLoss, file: file, line: line, message)
    }
    let read: LibicalFile
    do throws(LibicalFile.Unread) {
      read = try LibicalFile.read(bytes)
    } catch {
      return [finding(error.reason)]
    }
    var reasons: [String: String] = [:]
    return read.places.filter { $0.writtenLine == nil }.map { place in
      let reason =
        reasons[place.name] ?? (LibicalComponent.knows(place.name) ? "" : ": it does not know the component")
      reasons[place.name] = reason
      return finding(
        "libical drops the component \(ShortenedValue.shown(place.name))\(reason)", place.line)
    }
  }
}

extension Diagnostic {
  fileprivate static func notCompared(_ file: String, _ line: Int, _ reason: String) -> Diagnostic {
    Diagnostic(
      .note, .libicalLoss, file: file, line: line,
      "Listo does not compare this component with libical's reading: \(reason)")
  }
}

extension LibicalDifference {
  /// The difference for people: a note where only the spelling changes.
  fileprivate func diagnostic(inFile file: String) -> Diagnostic {
    let shown = ShortenedValue.shown(name)
    let change =
      switch effect {
      case .dropped where fault == .noContentLine: "drops the line '\(shown)'"
      case .dropped: "drops \(isComponent ? "the component \(shown)" : shown)"
      case .values where fault == .blanks: "changes \(shown)"
      case .values(let values): "turns \(shown) into \(Self.list(values))"
      case .parameters([]): "drops the parameters of \(shown)"
      case .parameters(let parameters): "gives \(shown) the parameters \(Self.list(parameters))"
      }
    let reason = fault == .noContentLine ? "it is not a content line" : fault?.rawValue
    // Names by which elements find each other have no spelling that means the same.
    let isName = ["UID", "RECURRENCE-ID", "RELATED-TO", "TZID"].contains(name)
    let severity: Diagnostic.Severity = (fault?.keepsMeaning ?? false) && !isName ? .note : .warning
    return Diagnostic(
      severity, .libicalLoss, file: file, line: line,
      "libical \(change)\(reason.map { ": \($0)" } ?? "")")
  }

  /// The first of them, in quotation marks.
  private static func list(_ texts: [String]) -> String {
    let shown = texts.prefix(3).map { "'\(ShortenedValue.shown($0))'" }.joined(separator: ", ")
    return texts.count > 3 ? "\(shown) and \(texts.count - 3) more" : shown
  }
}
