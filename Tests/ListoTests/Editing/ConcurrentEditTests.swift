import Foundation
import Listo
import Testing

/// Many who change the same files at once: each locks as a process of its own would, by a descriptor of its
/// own.
@Suite struct ConcurrentEditTests {
  private static let count = 200

  private func all(_ body: @escaping @Sendable (Int) throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<Self.count { group.addTask { try body(number) } }
      try await group.waitForAll()
    }
  }

  @Test func nothingOfOneFileIsLost() async throws {
    let folder = try StoreFolder()
    try folder.write("Home.ics", StoreFolder.calendar("Home", StoreFolder.todo("0", "SUMMARY:Start")))
    try await all { number in
      let store = try folder.store()
      if number.isMultiple(of: 2) {
        try store.add("new-\(number)")
      } else {
        try store.change("0") { $0.edited([.append(Array("COMMENT:\(number)\r\n".utf8))]) }
      }
    }
    let catalog = try folder.store().catalog
    let start = try #require(catalog[try catalog.identifier("0")])
    #expect(Set(start.component.all(.comment).map(\.text)).count == Self.count / 2)
    #expect(start.component.all(.comment).count == Self.count / 2)
    #expect(catalog.reminderPaths.count == Self.count / 2 + 1)
    let history = try folder.journal.history()
    #expect(history.count == Self.count)
    #expect(history.allSatisfy { $0.state == .standing })
  }

  @Test func nothingOfAVdirIsLost() async throws {
    let folder = try StoreFolder()
    for number in 0..<4 {
      try folder.write("\(number).ics", StoreFolder.calendar(nil, StoreFolder.todo("\(number)")))
    }
    try await all { number in
      let store = try folder.store()
      switch number % 4 {
      case 0: try store.add("new-\(number)")
      // All want one name.
      case 1: try store.add("same", StoreFolder.todo("same-\(number)", "SUMMARY:x"))
      default: try store.change("\(number % 4)") { $0.edited([.append(Array("COMMENT:\(number)\r\n".utf8))]) }
      }
    }
    let catalog = try folder.store().catalog
    #expect(catalog.reminderPaths.count == 4 + Self.count / 2)
    for uid in ["2", "3"] {
      #expect(catalog[try catalog.identifier(uid)]?.component.all(.comment).count == Self.count / 4)
    }
  }
}
