internal import Crypto
internal import ICalendar
enum CanonicalContent {
  static func hash(of component: Component) -> String {
    SHA256.hash(data: Array(component.bytes)).map { String($0, radix: 16) }.joined()
  }
}
