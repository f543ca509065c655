internal import ArgumentParser
internal import Listo

extension FormatChoice {
  /// - Throws: ValidationError that names the format, or the option, which may have been meant.
  init(argument: String) throws {
    let name = argument.prefix { $0 != "+" }.lowercased()
    let maps: [Format]
    do throws(StoreError) { maps = try MapFolder.ofUser?.format(named: name).map { [$0] } ?? [] } catch {
      throw ValidationError(
        "\(StandardFolders.abbreviated(error.path)): \(error.reason)\(error.reason.hasSuffix("?") ? "" : ".")"
      )
    }
    do throws(Problem) { try self.init(argument, maps: maps) } catch { throw ValidationError(error.reason) }
  }

  /// The words for formats that are read, for completions.
  static var readable: [String] { Format.all.filter(\.canRead).map(\.name) + ExportMap.names }

  /// Switches an option of the format on by the command's own option of that name: `--columns title` is
  /// `csv+columns=title`.
  ///
  /// - Parameter value: nil, where the option was not given, changes nothing.
  /// - Throws: ValidationError that names the formats which have it, or says what the value may be.
  mutating func set(shorthand name: String, _ value: String?) throws {
    guard let value else { return }
    guard format.option(name) != nil else {
      let holders = Format.all.filter { $0.option(name) != nil }.map(\.name).joined(separator: " and ")
      throw ValidationError("--\(name) is only for \(holders), not for \(format.title).")
    }
    do throws(Problem) { try set(name, value) } catch { throw ValidationError("--\(name): \(error.reason)") }
  }
}

extension MapFolder {
  /// The folder in the configuration; nil where the system says no folder for that.
  static var ofUser: MapFolder? { StandardFolders.configurationFolder.map { MapFolder($0 + "/maps") } }
}

extension FormatChoice.Problem {
  /// A sentence for people, with what may have been meant.
  var reason: String {
    switch self {
    case .unknownFormat(let word):
      let known =
        Format.all.flatMap { [$0.name] + $0.aliases } + ExportMap.names + (MapFolder.ofUser?.names ?? [])
      let near = UnknownName.guess(word, in: known)
      return "unknown format '\(word)'; \(near ?? "listo formats lists the formats.")"
    case .unknownOption(let word, let name):
      let known = Format.named(name)?.options.map(\.name) ?? []
      guard !known.isEmpty else { return "the format \(name) has no options." }
      let near = Spelling.nearest(to: word, in: known).map { UnknownName.question("\(name)+\($0)") }
      let words = near ?? "the options are \(known.joined(separator: ", "))."
      return "unknown option '\(word)' of the format \(name); \(words)"
    case .badValue(let value, let option, let name):
      guard let form = option.value else {
        return "\(name)+\(option.name) takes no value, but you gave '\(value ?? "")'."
      }
      let columns = form.known.map { "the columns are \($0.joined(separator: ", "))." }
      if let value, let known = form.known, let word = form.unknownColumn(in: value) {
        let near = UnknownName.guess(word, in: known)
        return "unknown column '\(word)'; \(near ?? columns ?? "")"
      }
      return "write it like \(name)+\(option.form)" + (columns.map { "; " + $0 } ?? ".")
    }
  }
}
