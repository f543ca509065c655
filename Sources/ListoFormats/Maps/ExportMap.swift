internal import ICalendar
internal import ListoModel

/// A map: the description, in TOML, of the JSON or CSV that another program exports.
///
/// It says where the records are and which of their values are which fields. listo-maps(5) shows how one is
/// written.
package struct ExportMap: Sendable {
  /// The kind of file.
  enum Kind: String, Sendable, CaseIterable {
    case json, csv, xml
    /// A Markdown note with properties before its text, which is one record.
    case note

    var fileExtension: String { self == .note ? "md" : rawValue }
  }

  /// A fault of a map, with its line.
  package struct Problem: Error, Sendable, Hashable {
    /// Counted from 1.
    package let line: Int
    package let reason: String
  }

  /// The word for `-f`.
  package let name: String
  /// The program, for people.
  let title: String
  /// A short description of the content.
  let holds: String
  let kind: Kind
  /// The paths of the records in the document; of a table its rows.
  let records: [MapPath]
  /// The paths that the export has and others do not have: in a record, or from `$` on in the document.
  let marks: [MapPath]
  /// The texts that mean no value, in small letters.
  let none: Set<String>
  /// The order of day, month and year in a table's dates.
  var dates: DateOrder?
  var encoding: ByteEncoding?
  let form: MapForm
  /// The records that an option leaves out.
  var skip: [MapForm.Condition] = []
  /// The list of a record is one of its tags.
  var listsAreTags = false
  /// The TOML text.
  package let text: [UInt8]

  /// Everything is read before the first record is made: a record refers to others, or to what holds it.
  var needsAll: Bool {
    !form.localID.isEmpty
      || form.allSources.contains { $0.join != nil }
      || allPaths.contains { $0.origin != .record }
  }

  private var allPaths: [MapPath] { form.allSources.flatMap(\.paths) + form.allConditions + skip.map(\.path) }

  /// The keys that are read of the objects which hold records.
  var outerKeys: Set<String> {
    Set(
      allPaths.compactMap { path in
        guard path.origin != .record, case .key(let key)? = path.steps.first else { return nil }
        return key
      })
  }

  /// The paths of the records to which others are joined.
  var joined: Set<MapPath> { Set(form.allSources.compactMap { $0.join?.records }) }
}
