#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that another one takes the place of, and hands its owner, mode and attributes down to.
package struct ReplacedFile {
  /// A change that a person may not expect of a file that was replaced.
  package enum Remark: Sendable, Hashable {
    /// It had this many other names (hard links), which stay with the old content.
    case otherNames(Int)
    /// The new file belongs to another user or group.
    case owner
    /// The access control list, or an extended attribute, is not that of the old file.
    case attributes
  }

  private let path: String
  private let status: stat

  /// nil where no regular file stands there.
  init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (self.path, self.status) = (path, status)
  }

  /// Makes the new file what the old one is, but for its bytes.
  func handDown(to descriptor: Int32) -> Set<Remark> {
    var remarks: Set<Remark> = []
    if status.st_nlink > 1 { remarks.insert(.otherNames(Int(status.st_nlink) - 1)) }
    let (hasOwner, hasGroup) = handDownOwner(to: descriptor)
    if !hasOwner || !hasGroup { remarks.insert(.owner) }
    // In a list, the owning group has rights of its own, which another group must not get.
    let hasAttributes = ExtendedAttributes.copy(from: path, to: descriptor) {
      hasGroup || $0 != ExtendedAttributes.accessControlList
    }
    if !hasAttributes { remarks.insert(.attributes) }
    _ = fchmod(descriptor, mode(hasGroup: hasGroup))
    return remarks
  }

  private func handDownOwner(to descriptor: Int32) -> (owner: Bool, group: Bool) {
    var new = stat()
    guard unsafe fstat(descriptor, &new) == 0 else { return (false, false) }
    if new.st_uid == status.st_uid && new.st_gid == status.st_gid { return (true, true) }
    if fchown(descriptor, status.st_uid, status.st_gid) == 0 { return (true, true) }
    // Only root may give a file away; its group may be any that the owner is in.
    let hasGroup = new.st_gid == status.st_gid || fchown(descriptor, uid_t.max, status.st_gid) == 0
    return (new.st_uid == status.st_uid, hasGroup)
  }

  /// Without the bits that lend the rights of owner and group to who runs a file, which the system takes from
  /// any file that is written to: its bytes are others now. Where the group cannot be kept, another one may
  /// do no more than anyone.
  private func mode(hasGroup: Bool) -> mode_t {
    let mode = status.st_mode & 0o777
    return hasGroup ? mode : mode & 0o707 | (mode & 0o007) << 3 & mode
  }
}
