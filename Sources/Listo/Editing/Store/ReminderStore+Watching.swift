public import ListoModel
internal import Platform
internal import Synchronization

/// Two catalogs of a store, one after the other, and the difference between them.
public struct StoreUpdate: Sendable {
  /// The catalog of the update before, or the one that the store had when the stream was made.
  public let old: Catalog
  /// The catalog to show.
  public let new: Catalog
  /// The changes from ``old`` to ``new``. Index paths of removed elements are those of ``old``, all others
  /// those of ``new``.
  public let changes: CatalogChanges
}

extension ReminderStore {
  /// A stream of changes of the reminders, by this store or other programs. The stream keeps the store, and
  /// ends with the task that reads it.
  ///
  /// Changes within a tenth of a second are one element. Uses inotify(7) on Linux, and polls every second
  /// elsewhere.
  public var updates: AsyncStream<StoreUpdate> { updates() }

  /// - Parameter pause: the delay between a change of a file and reading it.
  package func updates(settling pause: Duration = .milliseconds(100)) -> AsyncStream<StoreUpdate> {
    watching(settling: pause) { [self] _, shown in
      let update = StoreUpdate(old: shown, new: catalog, changes: catalog.changes(from: shown))
      shown = update.new
      return update.changes.isEmpty ? nil : update
    }
  }

  /// Tells that something may have changed, by this store or others, without working out what: for a view
  /// that compares ``catalog`` with what it shows.
  func disturbances(settling pause: Duration = .milliseconds(100)) -> AsyncStream<Void> {
    watching(settling: pause) { store, shown in
      let now = store.catalog
      defer { shown = now }
      return now.changedLists(since: shown)?.isEmpty ?? false ? nil : ()
    }
  }

  /// - Parameter tell: given what was there when something was told last; what is to be told now.
  private func watching<Element: Sendable>(
    settling pause: Duration, _ tell: @escaping @Sendable (ReminderStore, inout Catalog) -> Element?
  ) -> AsyncStream<Element> {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let first = catalog
    // Watched from here on, not from when it is first asked for.
    let start = Watch(current.folders, signal)
    let stopListening = memory?.listen { signal.yield() }
    return AsyncStream { continuation in
      let task = Task { [weak self] in
        var (shown, watch) = (first, start)
        for await _ in signals {
          try? await Task.sleep(for: pause)
          guard !Task.isCancelled, let self else { break }
          refresh()
          // A folder that came is watched before it is read again, so that nothing falls between.
          let folders = current.folders
          if folders != watch.folders {
            watch = Watch(folders, signal)
            refresh()
          }
          if let element = tell(self, &shown) { continuation.yield(element) }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in
        stopListening?()
        task.cancel()
        signal.finish()
      }
    }
  }
}

/// Folders that are watched.
private struct Watch: Sendable {
  let folders: Set<String>
  private let watch: FolderWatch

  init(_ folders: Set<String>, _ signal: AsyncStream<Void>.Continuation) {
    self.folders = folders
    watch = FolderWatch(folders.sorted()) { signal.yield() }
  }
}
