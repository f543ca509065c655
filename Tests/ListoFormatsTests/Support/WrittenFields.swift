import ICalendar
import ListoModel

@testable import ListoFormats

/// The output of a format's field writer.
enum WrittenFields {
  /// - Parameters:
  ///   - bytes: in which the values stand.
  ///   - room: for so many bytes; nil for enough.
  /// - Returns: nil where that was too little.
  static func bytes(
    _ fields: FieldPlaces, _ bytes: ArraySlice<UInt8>, with writer: some FieldWriting, room: Int? = nil
  ) -> [UInt8]? {
    var output: [UInt8] = []
    var isWhole = false
    output.append(addingCapacity: room ?? 1 << 16) {
      writer.write(fields, bytes.span, to: &$0)
      isWhole = !$0.isFull
    }
    return isWhole ? output : nil
  }

  /// - Parameter status: what is said where there is no STATUS; nil for what the fields say.
  static func text(
    _ fields: ReminderFields, status: Status? = nil, with writer: some FieldWriting
  ) -> String {
    var places = FieldPlaces()
    places.take(fields, status: status ?? fields.impliedStatus)
    return String(decoding: bytes(places, places.own[...], with: writer) ?? [], as: UTF8.self)
  }
}
