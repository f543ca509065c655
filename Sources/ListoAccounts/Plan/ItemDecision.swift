internal import ListoModel

/// The decision about one UID, of which each side has at most one copy: it depends only on base, here and
/// there, on the preference, and on the answers about conflicts.
struct ItemDecision {
  let uid: UID
  let preference: MergePreference
  let ask: ((MergeDecision) -> MergeRuling)?

  /// One side's copy, and the list that it stands in.
  struct Copy<Content> {
    let list: String
    let content: Content
  }

  /// - Returns: nil where nothing is to be done.
  func step(
    base: Copy<SyncState.BaseItem>?, baseItem: SyncItem?, here: Copy<SyncState.HereItem>?,
    there: Copy<SyncState.ThereItem>?
  ) throws(SyncMerge.Stopped) -> SyncStep? {
    switch (here, there) {
    case (nil, nil): return base.map { forget($0) }
    case (let here?, nil):
      var step = onlyHere(base, baseItem, here)
      step?.file = here.content.file
      return step
    case (nil, let there?): return onlyThere(base, baseItem, there)
    case (let here?, let there?):
      var step = try both(base, baseItem, here, there)
      if step?.list == here.list { step?.file = here.content.file }
      return step
    }
  }

  private func forget(_ base: Copy<SyncState.BaseItem>) -> SyncStep {
    var step = SyncStep(uid, "", list: base.list, .adopt)
    step.base = .forget
    return step
  }

  /// A copy whose bytes are the base's, which are lost: nothing says what it was.
  private func waits(_ list: String, _ title: String, _ reason: String) -> SyncStep {
    var step = SyncStep(uid, title, list: list, .wait)
    step.reason = reason
    step.isOpen = true
    return step
  }

  // MARK: One side

  private func onlyHere(
    _ base: Copy<SyncState.BaseItem>?, _ baseItem: SyncItem?, _ here: Copy<SyncState.HereItem>
  ) -> SyncStep? {
    let item = here.content.item ?? baseItem
    guard let base else {
      guard let item else { return nil }
      var step = SyncStep(uid, item.title, list: here.list, .sendNew)
      step.there = .create(item)
      return step
    }
    // A move is a change as well.
    let isChanged = base.list != here.list || SyncItem.isNews(here.content.item, since: baseItem)
    if isChanged, preference != .theirs, let item {
      var step = SyncStep(uid, item.title, list: here.list, .restoreThere)
      step.conflicts = ["it was deleted on the server and changed here: the change is kept"]
      step.base = .forget
      step.there = .create(item)
      if base.list != here.list { step.leaves = base.list }
      return step
    }
    var step = SyncStep(uid, item?.title ?? "", list: here.list, .removeHere)
    step.here = .remove(file: here.content.file)
    step.base = .forget
    if base.list != here.list { step.leaves = base.list }
    if isChanged, let item {
      step.conflicts = ["it was deleted on the server and changed here: it is deleted, as --prefer asks"]
      step.rejected = item.bytes
    }
    return step
  }

  private func onlyThere(
    _ base: Copy<SyncState.BaseItem>?, _ baseItem: SyncItem?, _ there: Copy<SyncState.ThereItem>
  ) -> SyncStep? {
    let (href, etag) = (there.content.href, there.content.etag)
    guard let base else {
      guard let item = there.content.item else { return nil }
      var step = SyncStep(uid, item.title, list: there.list, .takeNew)
      step.here = .write(item, replacing: nil)
      step.base = .set(item, href: href, etag: etag)
      return step
    }
    let isChanged = base.list != there.list || SyncItem.isNews(there.content.item, since: baseItem)
    if isChanged, preference != .ours, let item = there.content.item {
      var step = SyncStep(uid, item.title, list: there.list, .restoreHere)
      step.conflicts = ["it was deleted here and changed on the server: the change is kept"]
      step.here = .write(item, replacing: nil)
      step.base = .set(item, href: href, etag: etag)
      if base.list != there.list { step.leaves = base.list }
      return step
    }
    let item = there.content.item ?? baseItem
    var step = SyncStep(uid, item?.title ?? "", list: there.list, .removeThere)
    step.there = .delete(href: href, etag: etag)
    if base.list != there.list { step.leaves = base.list }
    if isChanged, let item {
      step.conflicts = ["it was deleted here and changed on the server: it is deleted, as --prefer asks"]
      step.rejected = item.bytes
    }
    return step
  }

  // MARK: Both sides

  private func both(
    _ base: Copy<SyncState.BaseItem>?, _ baseItem: SyncItem?, _ here: Copy<SyncState.HereItem>,
    _ there: Copy<SyncState.ThereItem>
  ) throws(SyncMerge.Stopped) -> SyncStep? {
    let isHereSame = here.content.item == nil && base != nil
    let isThereSame = there.content.item == nil && base != nil
    let place = place(base?.list, here.list, there.list)
    if isHereSame, isThereSame, here.list == there.list, here.list == base?.list {
      // A file has another name, or a resource another path: what is remembered.
      guard let base, let baseItem else { return nil }
      guard
        base.content.file != here.content.file || base.content.href != there.content.href
          || base.content.etag != there.content.etag
      else { return nil }
      return adopt(baseItem, place, base, here, there)
    }
    // Bytes that are the base's, whose base is lost: the other side cannot be compared with anything.
    guard let hereItem = here.content.item ?? baseItem, let thereItem = there.content.item ?? baseItem else {
      return waits(here.list, "", "the version of the last sync is lost; the next change is synchronized")
    }
    let hereChanged = baseItem.map { !hereItem.isSame(as: $0) } ?? (base == nil || !isHereSame)
    let thereChanged = baseItem.map { !thereItem.isSame(as: $0) } ?? (base == nil || !isThereSame)
    let isSame = hereItem.isSame(as: thereItem)
    var step: SyncStep
    let result: SyncItem
    if isSame || !thereChanged {
      result = hereItem
      step = SyncStep(uid, result.title, list: place, isSame || !hereChanged ? .adopt : .send)
    } else if !hereChanged {
      result = thereItem
      step = SyncStep(uid, result.title, list: place, .take)
    } else {
      guard
        let merge = try SyncMerge.merge(
          base: baseItem, here: hereItem, there: thereItem, preference: preference, asking: ask)
      else {
        return waits(
          here.list, hereItem.title, "it was changed on both sides, and the versions cannot be merged")
      }
      result = merge.item
      step = SyncStep(uid, result.title, list: place, .merge)
      (step.conflicts, step.rejected) = (merge.conflicts, merge.rejected)
    }
    return settle(&step, result, place, base, here, hereItem, there, thereItem)
  }

  /// A move wins over staying; of two moves that of the server does.
  private func place(_ base: String?, _ here: String, _ there: String) -> String {
    here == there || there != base ? there : here
  }

  private func adopt(
    _ item: SyncItem, _ place: String, _ base: Copy<SyncState.BaseItem>, _ here: Copy<SyncState.HereItem>,
    _ there: Copy<SyncState.ThereItem>
  ) -> SyncStep {
    var step = SyncStep(uid, item.title, list: place, .adopt)
    step.base = .set(item, href: there.content.href, etag: there.content.etag)
    return step
  }

  private func settle(
    _ step: inout SyncStep, _ result: SyncItem, _ place: String, _ base: Copy<SyncState.BaseItem>?,
    _ here: Copy<SyncState.HereItem>, _ hereItem: SyncItem, _ there: Copy<SyncState.ThereItem>,
    _ thereItem: SyncItem
  ) -> SyncStep {
    let (href, etag) = (there.content.href, there.content.etag)
    let writesHere = result.bytes != hereItem.bytes && !result.isSame(as: hereItem)
    let writesThere = !result.isSame(as: thereItem)
    let left = [base?.list, here.list, there.list].compactMap { $0 }.first { $0 != place }
    if here.list != place {
      var moved = SyncStep(uid, result.title, list: place, .moveHere)
      (moved.conflicts, moved.rejected) = (step.conflicts, step.rejected)
      moved.here = .move(result, fromList: here.list, file: here.content.file)
      step = moved
    } else if writesHere {
      step.here = .write(result, replacing: here.content.file)
    }
    if there.list != place {
      var moved = SyncStep(uid, result.title, list: place, .moveThere)
      (moved.conflicts, moved.rejected, moved.here) = (step.conflicts, step.rejected, step.here)
      moved.there = .move(
        thereItem, becoming: writesThere ? result : nil, fromList: there.list, href: href, etag: etag)
      step = moved
    } else if writesThere {
      step.there = .update(result, href: href, etag: etag)
    }
    step.leaves = left
    // A sent item becomes the base once it is sent; until then the server's item is the base. If both sides
    // say the same, the base has the bytes that are here, so that the file is known by them.
    let isHere = !writesThere && (step.here == nil)
    if there.list == place {
      step.base = .set(isHere ? result : thereItem, href: href, etag: etag)
    }
    if step.kind == .adopt, step.here == nil, step.there == nil, let base, left == nil,
      base.content.href == href, base.content.etag == etag, base.content.file == here.content.file,
      here.content.item == nil
    {
      step.base = nil
    }
    return step
  }
}
