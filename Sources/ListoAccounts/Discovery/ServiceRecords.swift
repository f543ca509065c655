internal import CAccounts

/// Asks the DNS; a seam, so that tests have names of their own.
package protocol NameService: Sendable {
  /// The answer of the DNS as it came (RFC 1035 §4); nil where there is none.
  func answer(_ name: String, type: UInt16) -> [UInt8]?
}

/// The system's resolver.
package struct SystemNameService: NameService {
  /// As the system is set up.
  package init() {}

  /// Waits as long as the system's resolver does.
  package func answer(_ name: String, type: UInt16) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    let count = unsafe caccounts_resolve(name, Int32(type), &buffer, Int32(buffer.count))
    return count > 0 ? Array(buffer.prefix(Int(count))) : nil
  }
}

/// Where a domain says that a service is (RFC 2782).
struct ServiceRecord: Hashable {
  static let type: UInt16 = 33
  let priority: UInt16
  let weight: UInt16
  let port: UInt16
  /// Empty where the domain says that it has no such service.
  let target: String

  /// The records of an answer, the preferred first. The greater of two weights is taken, and no lot drawn.
  static func all(in message: [UInt8]) -> [ServiceRecord] {
    var reader = DNSReader(message)
    return reader.records(of: type).compactMap { range -> ServiceRecord? in
      var data = DNSReader(message, at: range.lowerBound)
      guard let priority = data.number(), let weight = data.number(), let port = data.number(),
        let target = data.name()
      else { return nil }
      return ServiceRecord(priority: priority, weight: weight, port: port, target: target.lowercased())
    }.sorted {
      ($0.priority, $1.weight, $0.target, $0.port) < ($1.priority, $0.weight, $1.target, $1.port)
    }
  }

  /// The texts of an answer (RFC 6763 §6).
  static func texts(in message: [UInt8]) -> [String] {
    var reader = DNSReader(message)
    return reader.records(of: 16).flatMap { range -> [String] in
      var texts: [String] = []
      var at = range.lowerBound
      while at < range.upperBound {
        let end = at + 1 + Int(message[at])
        guard end <= range.upperBound else { break }
        texts.append(String(decoding: message[(at + 1)..<end], as: UTF8.self))
        at = end
      }
      return texts
    }
  }
}

/// Reads an answer of the DNS; anything may be in it.
private struct DNSReader {
  private let bytes: [UInt8]
  private var at: Int

  init(_ bytes: [UInt8], at: Int = 0) { (self.bytes, self.at) = (bytes, at) }

  mutating func number() -> UInt16? {
    guard at + 2 <= bytes.count else { return nil }
    defer { at += 2 }
    return UInt16(bytes[at]) << 8 | UInt16(bytes[at + 1])
  }

  /// Where the data of the answer's records of a type stand.
  mutating func records(of type: UInt16) -> [Range<Int>] {
    at = 4
    guard let questions = number(), let answers = number(), number() != nil, number() != nil else {
      return []
    }
    for _ in 0..<questions { guard name() != nil, number() != nil, number() != nil else { return [] } }
    var found: [Range<Int>] = []
    for _ in 0..<answers {
      guard name() != nil, let kind = number(), number() != nil, number() != nil, number() != nil,
        let length = number(), at + Int(length) <= bytes.count
      else { return found }
      if kind == type { found.append(at..<(at + Int(length))) }
      at += Int(length)
    }
    return found
  }

  /// A name with its labels, which may point back to where they stand (RFC 1035 §4.1.4); a circle ends.
  mutating func name() -> String? {
    var labels: [String] = []
    var place = at
    var hops = 0
    var after: Int?
    while place < bytes.count {
      let length = Int(bytes[place])
      if length >= 0xC0 {
        guard place + 1 < bytes.count, hops < 16 else { return nil }
        hops += 1
        after = after ?? place + 2
        place = (length & 0x3F) << 8 | Int(bytes[place + 1])
        continue
      }
      guard length < 0x40, place + 1 + length <= bytes.count, labels.count < 128 else { return nil }
      if length == 0 {
        at = after ?? place + 1
        return labels.joined(separator: ".")
      }
      labels.append(String(decoding: bytes[(place + 1)..<(place + 1 + length)], as: UTF8.self))
      place += 1 + length
    }
    return nil
  }
}
