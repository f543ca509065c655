internal import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells that files of folders may have changed, until the end of its life: by inotify(7) on Linux;
/// elsewhere, and where the system gives no more watches, again and again, so that who is told looks for
/// himself.
package final class FolderWatch: Sendable {
  #if os(Linux)
    // Set up once, and cancelled from any thread: dispatch allows that.
    nonisolated(unsafe) private let source: (any DispatchSourceRead)?
  #endif
  private let ticker: Ticker?

  /// - Parameters:
  ///   - folders: not what stands in folders within them.
  ///   - interval: in milliseconds, where the system does not tell.
  ///   - changed: called on a thread of its own, once for changes that come together.
  package init(_ folders: [String], every interval: Int = 1000, _ changed: @escaping @Sendable () -> Void) {
    #if os(Linux)
      let descriptor = Self.watch(folders)
      if descriptor >= 0 {
        let source = DispatchSource.makeReadSource(
          fileDescriptor: descriptor, queue: DispatchQueue(label: "listo.watch"))
        source.setEventHandler {
          Self.drain(descriptor)
          changed()
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        unsafe self.source = source
        ticker = nil
        return
      }
      unsafe source = nil
    #endif
    ticker = Ticker(after: interval, every: interval, changed)
  }

  deinit {
    #if os(Linux)
      unsafe source?.cancel()
    #endif
  }

  #if os(Linux)
    /// -1 where one of the folders cannot be watched.
    private static func watch(_ folders: [String]) -> Int32 {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return -1 }
      let mask =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM) | UInt32(IN_MOVED_TO) | UInt32(IN_CREATE)
        | UInt32(IN_DELETE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
      for folder in folders where unsafe inotify_add_watch(descriptor, folder, mask) < 0 {
        close(descriptor)
        return -1
      }
      return descriptor
    }

    /// Discards the events without a look at them: one file may cause many, and some may be lost.
    private static func drain(_ descriptor: Int32) {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      var count = 0
      repeat {
        count = unsafe buffer.withUnsafeMutableBytes { buffer in
          unsafe read(descriptor, buffer.baseAddress, buffer.count)
        }
      } while count > 0 || (count < 0 && errno == EINTR)
    }
  #endif
}

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
