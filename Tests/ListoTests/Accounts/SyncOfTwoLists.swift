import ListoTesting
import Foundation
import Testing

/// Tests of syncs with a server that has the lists Home and Work.
protocol SyncOfTwoLists {}

extension SyncOfTwoLists {
  /// - Parameter count: the reminders of the first list.
  func place(_ quirks: MockCalDAV.Behavior = .init(), count: Int = 3) throws -> SyncPlayground {
    try SyncPlayground(quirks, lists: ["home", "work"], count: count)
  }

  func file(_ uid: String, _ place: SyncPlayground, _ list: String = "Home") throws -> URL {
    try #require(try place.items()[list]?[uid]?.url)
  }
}
