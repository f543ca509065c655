internal import ICalendar
internal import ListoFormats
internal import ListoModel
internal import Platform

/// The files in a folder, and in those below it.
extension InputTree {
  /// A folder to be opened.
  struct Place {
    var path: String
    var real: String
    /// Below the folder that the user named; with a slash at its end.
    var relative: String
    var above: [FileStatus.Identity]
  }

  mutating func addTree(_ top: Place) {
    let (first, told) = (inputs.count, problems.count + errors.count + emptyCollections.count)
    (opened, archives) = ([], [])
    defer {
      tellArchives(from: first)
      if inputs.count == first, problems.count + errors.count + emptyCollections.count == told {
        problems.append(
          Diagnostic(.warning, .emptyInput, file: top.path, "there is no file in it that can be read"))
      }
    }
    addFolder(top, isLink: false)
    guard !linked.isEmpty else { return }
    while !linked.isEmpty { addFolder(linked.removeFirst(), isLink: true) }
    // Each folder in the order of its names' bytes, as if the links had been folders.
    inputs[first...].sort { Self.comesBefore($0.relativePath, $1.relativePath) }
  }

  /// Where a folder holds nothing that can be read, the archives in it: an export may come as one.
  private mutating func tellArchives(from first: Int) {
    guard inputs.count == first else { return }
    for path in archives {
      guard let beginning = Self.beginning(path), let content = PackedContent(beginning: beginning[...])
      else {
        continue
      }
      problems.append(Diagnostic(.warning, .noCalendar, file: path, content.advice))
    }
  }

  private static func comesBefore(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8.split(separator: 0x2F), right.utf8.split(separator: 0x2F))
    return left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
  }

  private mutating func addFolder(_ place: Place, isLink: Bool) {
    let (path, real, relative, above) = (place.path, place.real, place.relative, place.above)
    let entries: [FileSystem.Entry]
    let identity: FileStatus.Identity
    do throws(SystemError) {
      identity = try FileStatus(path: path).identity
      entries = try FileSystem.entries(inFolder: path)
    } catch {
      errors.append(StoreError(reading: path, error))
      return
    }
    guard !above.contains(identity) else {
      problems.append(
        Diagnostic(
          .warning, .linkLoop, file: path,
          "a symbolic link leads back to a folder above it; it is not followed"))
      return
    }
    guard opened.insert(identity).inserted || !isLink else {
      problems.append(
        Diagnostic(
          .note, .linkLoop, file: path,
          "a symbolic link leads to a folder that was read already; it is not followed"))
      return
    }
    guard above.count < limits[.folderDepth] else {
      problems.append(
        Diagnostic(
          .warning, .foldersTooDeep, file: path,
          "folders nest deeper than \(limits[.folderDepth]) here; this one is skipped"))
      return
    }
    var own: Input.Home?
    if inputs.isEmpty { inputs.reserveCapacity(entries.count) }
    let prefix = path.hasSuffix("/") ? path : path + "/"
    // The extension of the last name, and whether that name is a calendar's: in a folder nearly all names
    // have the same extension.
    var last: (ending: Substring, isPlain: Bool)?
    for entry in entries where entry.name.utf8.first != 0x2E {
      let child = prefix + entry.name
      let ending = entry.name.utf8.lastIndex(of: 0x2E).map { entry.name[$0...] } ?? ""
      let isPlain = if let last, last.ending == ending { last.isPlain } else { isICalendar(entry.name) }
      last = (ending, isPlain)
      let isCalendar = isPlain || isClaimed(entry.name)
      if entry.isUnspeakable {
        if isCalendar || entry.kind == .folder {
          errors.append(
            StoreError(
              .unreadable, path: child,
              reason: "its name is not UTF-8, so it cannot be opened; rename it"))
        }
        continue
      }
      let kind = entry.kind ?? (try? FileStatus(path: child).kind)
      switch kind {
      case .folder:
        let childReal = (try? FileSystem.realPath(child)) ?? real + "/" + entry.name
        let place = Place(
          path: child, real: childReal, relative: relative + entry.name + "/", above: above + [identity])
        if entry.kind == nil { linked.append(place) } else { addFolder(place, isLink: false) }
      case .regular where isCalendar:
        let choice = isPlain ? nil : choice(forFile: entry.name, child)
        guard isPlain || choice != nil else { continue }
        let home = own ?? Input.Home(self.folder(real: real, path: path), limits: limits)
        own = home
        var input = Input(
          name: child, relativePath: relative + entry.name, fileName: entry.name, in: home,
          content: .path(child))
        input.decoded = decoded
        do throws(StoreError) {
          let read = if let choice { try converted(input, choice) } else { try parsed(input) }
          inputs.append(read)
        } catch {
          errors.append(error)
        }
      case nil where isCalendar:
        errors.append(StoreError(.unreadable, path: child, reason: "a symbolic link that leads nowhere"))
      case .some(let kind) where isCalendar && kind != .regular:
        problems.append(
          Diagnostic(.warning, .notRegular, file: child, "this is not a regular file; it is skipped"))
      case .regular where PackedContent.claims(entry.name): archives.append(child)
      default: continue
      }
    }
    if own == nil, entries.contains(where: { $0.name == "displayname" || $0.name == "color" }) {
      let folder = self.folder(real: real, path: path)
      if folder.metadata != nil { emptyCollections.append(folder) }
    }
  }

  /// A folder as source and collection, with what vdir's `displayname` and `color` say.
  func folder(real: String, path: String) -> CatalogBuilder.Folder {
    let (parent, name) = Self.split(real)
    return CatalogBuilder.Folder(
      parent: source(parent), source: source(real), name: name, path: path,
      displayName: Self.line(real + "/displayname"),
      color: Self.line(real + "/color").flatMap { ListColor($0) },
      order: Self.line(real + "/order").flatMap { Int($0) })
  }

  private func source(_ real: String) -> Source {
    guard let name = sourceNames[real] else {
      return Source(identifier: real, title: Self.split(real).1, kind: .folder)
    }
    return Source(identifier: name, title: name, kind: .folder, path: real)
  }

  /// The folder and the name of a path.
  static func split(_ path: String) -> (String, String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let name = String(path[path.index(after: slash)...])
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    return (folder, name.isEmpty ? "/" : name)
  }

  /// The first line of a small file; nil where there is none.
  private static func line(_ path: String) -> String? {
    // Not by opening it as an input: that would wait for the writer of a pipe.
    readFile(path, limit: 4096).flatMap { OneLine.first(of: $0) }
  }
}
