internal import ICalendar

/// The parameters of a property as a sink writes them, taken apart once for all lines that have the same.
final class JCalParameters<Sink: JCalSink>: Sendable {
  /// The word of VALUE, in lower case; empty where there is none.
  let word: String
  /// The type that it names; nil where it names none, or nothing does.
  let type: JCalType?
  /// Those without VALUE, which the type says.
  let others: Sink.Parameters
  private let joined: [Parameter]

  /// - Parameter list: as they stand in the line; each name may stand several times.
  init(_ list: [Parameter]) {
    word = list.first { $0.name == "VALUE" }?.value.lowercased() ?? ""
    type = word.isEmpty ? nil : JCalType(word: Array(word.utf8)[...])
    joined = Self.joined(list)
    others = Sink.made(of: joined.filter { $0.name != "VALUE" })
  }

  /// VALUE among them: of a value that its property cannot have.
  var all: Sink.Parameters { Sink.made(of: joined) }

  /// Each name once, where it first stands, with the values of all (RFC 7265 §3.5).
  private static func joined(_ list: [Parameter]) -> [Parameter] {
    guard list.count > 1 else { return list }
    var places: [String: Int] = [:]
    var result: [Parameter] = []
    for parameter in list {
      if let place = places[parameter.name] {
        result[place].values += parameter.values
      } else {
        places[parameter.name] = result.count
        result.append(parameter)
      }
    }
    return result
  }
}
