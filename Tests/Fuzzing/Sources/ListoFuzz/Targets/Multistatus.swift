@testable import ListoAccounts

/// Any answer of a server is read or refused, the same each time; no href leads to another server or out of
/// its folder.
@Sendable func fuzzMultistatus(_ input: [UInt8]) {
  _ = WebDAVError(input)
  guard let answer = try? Multistatus(input) else { return }
  expect((try? Multistatus(input)) == answer, "an answer, read twice, is another")
  guard let url = try? HTTPURL("https://dav.example.com/u/tasks/"), let folder = Href(path: url.path) else {
    return
  }
  for response in answer.responses {
    for reference in response.references {
      guard case .success(let href) = Href.resolve(reference, from: url) else { continue }
      expect(Href(path: href.path) == href, "an href, kept and read again, is another:", href.path)
      expect(!href.path.split(separator: "/").contains(".."), "an href goes up:", href.path)
      if href.isMember(of: folder) {
        expect(
          href.path.utf8.count > folder.path.utf8.count, "a member stands where its folder does:", href.path)
      }
    }
    if let tag = response.property(.dav("getetag")).flatMap({ EntityTag($0.trimmed) }) {
      expect(EntityTag(tag.description) == tag, "an ETag, kept and read again, is another:", tag.description)
    }
  }
}
