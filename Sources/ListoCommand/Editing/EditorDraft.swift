internal import Listo
internal import Platform

/// A text in a file of its own, for its owner's eyes alone, while an editor has it.
struct EditorDraft {
  let path: String

  /// - Throws: ``Failure`` with status 73.
  init(_ text: String) throws(Failure) {
    guard let folder = Place.stateFolder else {
      throw Failure(.cannotCreate, "there is no place for the text: neither HOME nor XDG_STATE_HOME is set.")
    }
    path = folder + "/edit-\(ProcessEnvironment.processIdentifier).txt"
    do throws(SystemError) {
      try FileSystem.makeFolder(folder, isPrivate: true)
      try SmallFile.write(Array(text.utf8), to: path, isPrivate: true)
    } catch {
      throw Failure(.cannotCreate, "\(path): \(error.reason).")
    }
  }

  /// What the person left there.
  ///
  /// - Throws: ``Failure`` where the editor cannot be run or fails; the file stays.
  func edited() throws(Failure) -> String {
    let named = ["VISUAL", "EDITOR"].compactMap(ProcessEnvironment.variable)
    let editor = named.first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
    let status: Int32
    let bytes: [UInt8]?
    do throws(SystemError) {
      status = try ChildProcess.run(shell: editor, argument: path)
      bytes = try SmallFile.bytes(path)
    } catch {
      throw Failure(.doubtful, "\(editor): \(error.reason); nothing was changed, and the text is in \(path).")
    }
    guard status == 0 else {
      throw Failure(
        .doubtful, "\(editor) ended with status \(status); nothing was changed, and the text is in \(path).")
    }
    guard let bytes else { throw Failure(.doubtful, "\(path) is gone; nothing was changed.") }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(.doubtful, "\(path) is no UTF-8; nothing was changed, and the text is there.")
    }
    return text
  }

  func remove() { _ = try? FileSystem.remove(path) }
}
