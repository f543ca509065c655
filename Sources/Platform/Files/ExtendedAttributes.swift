internal import CSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Extended attributes of a file (xattr(7)), access control lists among them.
enum ExtendedAttributes {
  /// Where Linux keeps the access control list of a file.
  static let accessControlList = "system.posix_acl_access"

  /// The attributes that depend on the bytes of the file they were set for, and would be wrong for others:
  /// measures, signatures, and rights that a program was given.
  private static let boundToBytes: Set<String> = ["security.ima", "security.evm", "security.capability"]

  /// Gives an open file the attributes that the file at `path` has.
  ///
  /// - Parameter names: which of them.
  /// - Returns: whether it has all of them now.
  static func copy(from path: String, to descriptor: Int32, where names: (String) -> Bool) -> Bool {
    guard let all = self.names(path) else { return false }
    var isComplete = true
    for name in all where !boundToBytes.contains(name) {
      guard names(name), let value = value(name, of: path) else {
        isComplete = false
        continue
      }
      // A label that the new file was created with need not be set; setting it may not be allowed.
      if self.value(name, of: descriptor) == value { continue }
      let answer = unsafe value.withUnsafeBytes { buffer in
        unsafe csystem_fsetxattr(descriptor, name, buffer.baseAddress, buffer.count)
      }
      if answer != 0 { isComplete = false }
    }
    // A list that the new file was given by its folder, and that the old one did not have.
    if !all.contains(accessControlList) { _ = unsafe csystem_fremovexattr(descriptor, accessControlList) }
    return isComplete
  }

  /// nil where they cannot be read; none where the file system has no such thing.
  private static func names(_ path: String) -> [String]? {
    let size = unsafe csystem_listxattr(path, nil, 0)
    guard size > 0 else { return size == 0 || errno == ENOTSUP ? [] : nil }
    // Room for one that is added meanwhile.
    var buffer = [CChar](repeating: 0, count: size + 256)
    let count = unsafe csystem_listxattr(path, &buffer, buffer.count)
    guard count >= 0 else { return nil }
    return buffer[..<count].split(separator: 0).map {
      String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  private static func value(_ name: String, of path: String) -> [UInt8]? {
    unsafe value { buffer, size in unsafe csystem_getxattr(path, name, buffer, size) }
  }

  private static func value(_ name: String, of descriptor: Int32) -> [UInt8]? {
    unsafe value { buffer, size in unsafe csystem_fgetxattr(descriptor, name, buffer, size) }
  }

  private static func value(_ read: (UnsafeMutableRawPointer?, Int) -> Int) -> [UInt8]? {
    let size = read(nil, 0)
    guard size >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read(buffer.baseAddress, buffer.count)
    }
    guard count >= 0 else { return nil }
    return Array(bytes.prefix(count))
  }
}
