internal import ListoFormats
internal import ListoModel

/// The records of the log: JSON, a value a line.
extension SyncLog {
  static func record(_ identifier: String, isOnly: Bool) -> JSONValue {
    .object(present: [
      "listo-account": .number(version), "identifier": .string(identifier), "only": .bool(isOnly),
    ])
  }

  static func record(_ list: List) -> JSONValue {
    .object(present: [
      "list": .string(list.folder), "href": .string(list.href.path),
      "title": list.properties.title.map { .string($0) }, "color": list.properties.color.map { .string($0) },
      "order": list.properties.order.map { .number($0) }, "token": list.token.map { .string($0) },
      "ctag": list.ctag.map { .string($0) }, "written": list.isWritten ? .bool(true) : nil,
    ])
  }

  static func record(_ item: SyncState.BaseItem, _ key: Key) -> JSONValue {
    .object(present: [
      "item": .string(key.uid.text), "list": .string(key.list), "href": .string(item.href.path),
      "etag": item.etag.map { .string("\($0)") }, "file": .string(item.file), "base": .string(item.digest),
    ])
  }

  static func record(_ other: Other, _ href: Href, in list: String) -> JSONValue {
    .object(present: [
      "other": .string(href.path), "list": .string(list), "etag": other.etag.map { .string("\($0)") },
      "reason": other.reason.map { .string($0) },
    ])
  }

  static func record(_ refusal: SyncState.Refusal?, _ key: Key) -> JSONValue {
    .object(present: [
      "refused": .string(key.uid.text), "list": .string(key.list),
      "digest": refusal.map { .string($0.digest) },
      "reason": refusal.map { .string($0.reason) },
      "repairs": refusal.map { .array($0.repairs.map { .string($0) }) },
      "server": refusal.map { .string($0.server) }, "status": refusal?.status.map { .number($0) },
    ])
  }

  static func record(_ conflict: SyncConflict) -> JSONValue {
    .object(present: [
      "conflict": .string(conflict.uid), "list": .string(conflict.list), "title": .string(conflict.title),
      "texts": .array(conflict.texts.map { .string($0) }), "file": conflict.file.map { .string($0) },
      "time": .number(Int(conflict.time)),
    ])
  }

  /// Takes a record in; what a later version wrote is passed over.
  func take(_ value: JSONValue) {
    if value["listo-account"]?.integer == Self.version, let identifier = value["identifier"]?.text {
      if value["only"] == .bool(true) { identifiers = [] }
      identifiers.insert(identifier)
    } else if let uid = value["item"]?.text.map(UID.init), let list = value["list"]?.text,
      let href = value["href"]?.text.flatMap({ Href(path: $0) }),
      let file = value["file"]?.text, let digest = value["base"]?.text
    {
      items[list, default: [:]][uid] = .init(
        href: href, etag: value["etag"]?.text.flatMap { EntityTag($0) }, file: file, digest: digest)
    } else if let uid = value["gone"]?.text.map(UID.init), let list = value["list"]?.text {
      items[list]?[uid] = nil
    } else if let uid = value["refused"]?.text.map(UID.init), let list = value["list"]?.text {
      refusals[Key(list: list, uid: uid)] = value["digest"]?.text.map { digest in
        .init(
          digest: digest, reason: value["reason"]?.text ?? "",
          repairs: (value["repairs"]?.elements ?? []).compactMap(\.text), server: value["server"]?.text ?? "",
          status: value["status"]?.integer)
      }
    } else if let uid = value["conflict"]?.text, let list = value["list"]?.text {
      conflicts.append(
        SyncConflict(
          list: list, uid: uid, title: value["title"]?.text ?? "",
          texts: (value["texts"]?.elements ?? []).compactMap(\.text), file: value["file"]?.text,
          time: Int64(value["time"]?.integer ?? 0)))
    } else if let list = value["goneList"]?.text {
      lists[list] = nil
      others[list] = nil
      items[list] = nil
      refusals = refusals.filter { $0.key.list != list }
    } else if let old = value["renamed"]?.text, let list = value["list"]?.text {
      rename(old, list)
    } else if let href = value["other"]?.text.flatMap({ Href(path: $0) }), let list = value["list"]?.text {
      others[list, default: [:]][href] =
        value["gone"] != nil
        ? nil : Other(etag: value["etag"]?.text.flatMap { EntityTag($0) }, reason: value["reason"]?.text)
    } else if value["reset"] != nil {
      (lists, items, refusals, others) = ([:], [:], [:], [:])
    } else if value["dismissed"] != nil {
      conflicts = []
    } else if let list = value["list"]?.text, let href = value["href"]?.text.flatMap({ Href(path: $0) }) {
      var known = List(
        folder: list, href: href,
        properties: .init(
          title: value["title"]?.text, color: value["color"]?.text, order: value["order"]?.integer),
        token: value["token"]?.text, ctag: value["ctag"]?.text)
      known.isWritten = value["written"] == .bool(true)
      lists[list] = known
    }
  }

  private func rename(_ old: String, _ list: String) {
    guard old != list, var known = lists.removeValue(forKey: old) else { return }
    known.folder = list
    lists[list] = known
    items[list] = items.removeValue(forKey: old)
    others[list] = others.removeValue(forKey: old)
    for (key, refusal) in refusals where key.list == old {
      refusals[key] = nil
      refusals[Key(list: list, uid: key.uid)] = refusal
    }
    for index in conflicts.indices where conflicts[index].list == old { conflicts[index].list = list }
  }
}

/// A decision of a sync between versions, whose loser is kept until it is dismissed.
public struct SyncConflict: Sendable, Hashable {
  /// The name of the folder of its list.
  public var list: String
  /// The UID of the reminder.
  public var uid: String
  /// The title of the reminder.
  public var title: String
  /// The decisions, a line each.
  public var texts: [String]
  /// The name of the file with the versions that lost, in the folder of kept versions; nil if there are none.
  public var file: String?
  /// The time in seconds since 1970.
  public var time: Int64
}
