package import ICalendar

/// One input of a merge: a stream that is read once from front to back, and bytes that are read again by
/// their offset.
package protocol MergeInput: Sendable {
  /// The input as the user named it, for the report and for diagnostics. Inputs should have different names:
  /// if several inputs have equal versions, the report names the first by name.
  var name: String { get }

  /// The name of its collection, or its own name if it is in none.
  var listName: String { get }

  /// Its name within its folder; identifies a list without an identifier.
  var fileName: String { get }

  /// The number of the folder that the user named and that it was found in; nil for a file that the user
  /// named itself.
  var namedFolder: Int? { get }

  /// The metadata beside the items of a list that is a folder with a file for each item; nil if there is
  /// none.
  var metadata: CollectionMetadata? { get }

  /// The path of the containing folder, as a unique text, if that folder is a list with one item in each
  /// file.
  var collection: String? { get }

  /// The number of bytes, if it is known before reading; nil if not. A small input is read whole on one
  /// thread, in parallel with others.
  var size: Int? { get }

  /// Whether a part of the input could not be read earlier. Then components that are missing do not count as
  /// deleted.
  var isPartial: Bool { get }

  /// It was read whole, in a format that needs no calendar for that, and there is nothing in it.
  var isEmptyCollection: Bool { get }

  /// The limits on the cost of reading.
  var limits: ReadingLimits { get }

  /// Its bytes from the start; called on any thread, and read there.
  func open() throws(ICalendarError) -> any ByteSource & Sendable

  /// Called on the merging thread with the content of the input, when it has been read to its end.
  func wasRead(_ content: MergeInputContent)

  /// Appends exactly `count` bytes from `offset` on, or fewer if the input has become shorter since.
  func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError)
}

extension MergeInput {
  /// ``listName``.
  public var fileName: String { listName }
  /// None.
  public var namedFolder: Int? { nil }
  /// None.
  public var metadata: CollectionMetadata? { nil }
  /// None.
  public var collection: String? { nil }
  /// Unknown.
  public var size: Int? { nil }
  /// No.
  public var isPartial: Bool { false }
  /// No.
  public var isEmptyCollection: Bool { false }
  /// The limits of the table.
  public var limits: ReadingLimits { ReadingLimits() }
  /// Nobody asks.
  public func wasRead(_ content: MergeInputContent) {}
}

/// An element of an input of a merge.
package enum MergeInputContent: Sendable {
  /// Not a byte that is not white space.
  case nothing
  /// Something, and no calendar or component.
  case text
  /// A calendar, or a component outside of a calendar.
  case calendar
}

/// An input that is in memory already.
package struct MemoryInput: MergeInput {
  /// The input as it is named.
  public let name: String
  /// The name of the list, if its calendar gives none.
  public let listName: String
  /// The content of `displayname` and `color` in its folder.
  public let metadata: CollectionMetadata?
  /// Not all of it could be read.
  public let isPartial: Bool
  private let content: [UInt8]

  /// - Parameter listName: the input's name by default.
  public init(
    name: String, listName: String? = nil, metadata: CollectionMetadata? = nil, isPartial: Bool = false,
    _ content: [UInt8]
  ) {
    (self.name, self.listName, self.content) = (name, listName ?? name, content)
    (self.metadata, self.isPartial) = (metadata, isPartial)
  }

  /// The number of bytes.
  public var size: Int? { content.count }

  /// The bytes from their beginning.
  public func open() throws(ICalendarError) -> any ByteSource & Sendable { MemorySource(content) }

  /// Appends the bytes at an offset.
  public func read(_ count: Int, at offset: Int, into bytes: inout [UInt8]) throws(ICalendarError) {
    bytes += content.dropFirst(offset).prefix(count)
  }
}
