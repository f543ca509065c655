internal import ICalendar
package import ListoModel
package import ListoStores
internal import Platform

/// Where what a patch adds is written: items into the folders of their lists, new lists where the patch has
/// them, below the folder that the results go to. Nothing that is there is overwritten.
struct PatchFiles {
  struct File {
    let path: String
    var text: [UInt8]
  }

  private(set) var files: [File] = []
  /// New lists that go behind those of an input, by its number.
  private(set) var lists: [Int: [NewPatchList]] = [:]

  /// The beginning of all paths.
  private let root: String
  private let isInPlace: Bool
  private var names = FileNames()
  /// Folders of the inputs, with a slash at the end, below the one that was named.
  private var folders: Set<String> = [""]
  private var listFolders: Set<String> = []

  /// - Parameter folder: that the results go to; nil for the place of the inputs.
  init(_ plan: PatchPlan, _ inputs: [SurveyedInput], _ known: PatchLists, in folder: String?) {
    isInPlace = folder == nil
    root = folder?.withSlash ?? Self.root(of: inputs.first?.input)
    for item in inputs {
      let path = item.input.relativePath
      var place = Self.parent(path)
      if item.isOfCollection { listFolders.insert(place) }
      names.reserve(String(path.dropFirst(place.count)), in: place)
      while folders.insert(place).inserted { place = Self.parent(String(place.dropLast())) }
    }
    for (list, input) in known.collections.sorted(by: { $0.key < $1.key }) {
      let place = Self.parent(input.relativePath)
      for item in plan.newItems(ofList: list) { add(item, to: place, Self.root(of: input)) }
    }
    var shared: [String: Int] = [:]
    for list in plan.newLists {
      let place = self.place(of: Self.parent(list.name.path))
      if list.name.isFolder {
        add(list, to: place)
      } else if let number = inputs.firstIndex(where: { Self.holds($0, list, plan, known) }) {
        lists[number, default: []].append(list)
      } else if let number = list.sharesFile ? shared[list.name.path] : nil {
        files[number].text += list.text
      } else {
        let name = list.name.fileName
        shared[list.name.path] = files.count
        let stem = name.lowercased().hasSuffix(".ics") ? String(name.dropLast(4)) : name
        files.append(File(path: free(stem, in: place, root), text: list.text))
      }
    }
  }

  /// The file is the one that the patch has the list in, with others, or nothing is left in it.
  private static func holds(
    _ item: SurveyedInput, _ list: NewPatchList, _ plan: PatchPlan, _ known: PatchLists
  ) -> Bool {
    guard item.input.relativePath == list.name.path, !item.isOfCollection else { return false }
    let isGone = item.survey.calendars.allSatisfy { known.number(of: $0).map(plan.drops) ?? false }
    return list.sharesFile || isGone
  }

  private mutating func add(_ list: NewPatchList, to place: String) {
    let name = list.name.fileName
    var folder = self.folder(name, in: place)
    // Another list of the collection may be that folder.
    while listFolders.contains(place + folder + "/") {
      names.reserve(folder, in: place + "/")
      folder = names.name(name, identity: list.name.identifier, in: place + "/")
    }
    let inside = place + folder + "/"
    listFolders.insert(inside)
    folders.insert(inside)
    var metadata = list.metadata
    if metadata.title == nil, folder != name { metadata.title = list.name.title }
    for file in VdirMetadata.files(metadata) {
      files.append(File(path: root + inside + file.name, text: Array(file.text.utf8)))
    }
    for item in list.files { add(item, to: inside, root) }
  }

  private mutating func add(_ item: PatchItemFile, to place: String, _ root: String) {
    files.append(File(path: free(item.uid, in: place, isInPlace ? root : self.root), text: item.text))
  }

  /// A path that nothing has.
  private mutating func free(_ stem: String, in place: String, _ root: String) -> String {
    while true {
      let name = names.name(stem, in: place)
      names.reserve(name, in: place)
      let path = root + place + name + ".ics"
      // A file of the folder may not have been named as an input.
      if !isInPlace || (try? FileStatus(path: path)) == nil { return path }
    }
  }

  /// A folder of the patch in the collection: as it is called there, or safely.
  private mutating func place(of path: String) -> String {
    var place = ""
    for part in path.split(separator: "/") { place += folder(String(part), in: place) + "/" }
    return place
  }

  private mutating func folder(_ name: String, in place: String) -> String {
    // Folders and files do not share names.
    folders.contains(place + name + "/") ? name : names.name(name, in: place + "/")
  }

  /// Where what belongs to an input is written, with a slash at its end.
  ///
  /// - Parameter folder: that the results go to; nil for the place of the inputs.
  static func place(of input: Input, in folder: String?) -> String {
    (folder?.withSlash ?? root(of: input)) + parent(input.relativePath)
  }

  /// The folder that the user named, or that of the file that was named.
  private static func root(of input: Input?) -> String {
    guard let input, let path = input.path, path.hasSuffix(input.relativePath) else {
      return parent(input?.path ?? "")
    }
    return String(path.dropLast(input.relativePath.count))
  }

  /// The folder of a path, with its slash.
  static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

extension Patch {
  /// Reads what `listo diff --patch` wrote, on all cores.
  ///
  /// - Throws: ``WorkError/store(_:)``; ``WorkError/noPatch(input:)``, once the observer is told why.
  package init(reading input: Input, _ observer: some WorkObserver) throws(WorkError) {
    let source = try WorkError.storing { () throws(StoreError) in try input.open() }
    do throws(PatchError) {
      try self.init(reading: source, limits: input.limits, on: ThreadPipeline())
    } catch {
      observer.report(Diagnostic(.error, .badPatch, file: input.name, "\(error)"))
      throw .noPatch(input: input.name)
    }
  }
}
