internal import ICalendar
internal import ListoModel

extension Survey.Calendar {
  /// The title that the list was given; empty for a list that is only called like its file.
  var ownTitle: String {
    guard context.title == nil else { return place.listTitle }
    let file = context.file.split(separator: "/").last.map(String.init) ?? ""
    let stop = file.lastIndex(of: ".")
    let name = stop.map { $0 > file.startIndex ? String(file[..<$0]) : file } ?? file
    return place.listTitle == name ? "" : place.listTitle
  }
}
