import Foundation
import Listo

/// A service that converts: a request is a line of JSON on standard input, its answer a line on standard
/// output. Nothing is read from files or written to them.
///
///     {"to":"csv","text":"BEGIN:VCALENDAR…"}
///     {"bytes":"Title,…","losses":{"alarm":1},"problems":[]}
@main struct Converter {
  private struct Request: Decodable {
    /// The name of the target format, such as `csv`; with options behind plus signs.
    let to: String
    /// The name of the format of the text; absent to detect it.
    let from: String?
    let text: String
  }

  private struct Answer: Encodable {
    var text: String?
    var losses: [String: Int] = [:]
    var problems: [String] = []
    var error: String?
  }

  static func main() async {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    while let line = readLine() {
      let answer: Answer
      do {
        answer = try await convert(JSONDecoder().decode(Request.self, from: Data(line.utf8)))
      } catch {
        answer = Answer(error: "\(error)")
      }
      print(String(decoding: (try? encoder.encode(answer)) ?? Data(), as: UTF8.self))
      fflush(nil)
    }
  }

  private static func convert(_ request: Request) async throws -> Answer {
    let conversion = Conversion(to: try FormatChoice(request.to))
    let result = try await conversion.convert(
      Array(request.text.utf8), from: request.from.flatMap(Format.named)
    ) { fraction in
      // A service with large requests would report this.
      _ = fraction
    }
    return Answer(
      text: result.text, losses: result.losses.counts, problems: result.problems.map(\.description))
  }
}
