internal import Dispatch

/// Waits for changes in folders, on the thread that asks.
package final class ChangeSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let watch: FolderWatch

  /// Changes count from now on, also while nobody waits.
  package init(_ folders: [String]) {
    watch = FolderWatch(folders) { [semaphore] in semaphore.signal() }
  }

  /// Waits until something changed, and then until all is quiet for a moment; or until the time is over.
  ///
  /// - Parameter seconds: the longest time.
  package func wait(seconds: Int) {
    guard semaphore.wait(timeout: .now() + .seconds(seconds)) == .success else { return }
    // Programs write several files one after the other.
    while semaphore.wait(timeout: .now() + .milliseconds(100)) == .success {}
  }
}
