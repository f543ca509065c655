internal import Platform

/// An account's server, asked in the words of CalDAV (RFC 4791). Holds no state: what was found before is
/// given.
///
/// Its client repeats and logs in (``PatientClient``, ``LoginClient``); several threads may ask at once.
package struct CalDAVSession: Sendable {
  let client: any HTTPClient
  /// Where the calendars are (`calendar-home-set`, RFC 4791 §6.2.1), or one calendar.
  package let home: HTTPURL
  /// The known traits of the server, so that Listo tries nothing that the server does not offer.
  package let traits: Set<ServerTrait>
  /// How many requests are under way at once at the most, where many are to be sent.
  package let width: Int

  /// - Parameters:
  ///   - home: as discovery found it, with a slash at its end.
  ///   - traits: as ``Discovery`` found them; with none, all that a server should do is tried.
  ///   - width: see ``width``; with 1 all goes in one order.
  package init(_ client: any HTTPClient, home: HTTPURL, traits: Set<ServerTrait> = [], width: Int = 1) {
    (self.client, self.home, self.traits, self.width) = (client, home, traits, width)
  }

  /// Sends what is asked for, ``width`` at once, and hands on what came of each, in order.
  ///
  /// Once one fails for the whole account, no further one is sent; those under way are waited for and handed
  /// on.
  ///
  /// - Throws: the first such failure, behind all that was handed on.
  func many<Question: Sendable, Answer: Sendable>(
    _ questions: [Question], _ send: @escaping @Sendable (Question) throws(AccountError) -> Answer,
    receive: (Question, Answer) throws -> Void
  ) throws {
    var rest = questions[...]
    var failure: AccountError?
    try OrderedPipeline.run(atOnce: width) { () throws -> Question? in
      failure == nil ? rest.popFirst() : nil
    } transform: { (question: Question) -> (Question, Result<Answer, AccountError>) in
      do throws(AccountError) {
        return (question, .success(try send(question)))
      } catch {
        return (question, .failure(error))
      }
    } consume: { (result: (Question, Result<Answer, AccountError>)) throws in
      switch result.1 {
      case .success(let answer): try receive(result.0, answer)
      case .failure(let error): failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  func url(_ href: Href) -> HTTPURL { home.with(path: href.path) }

  func send(_ request: HTTPRequest) throws(AccountError) -> HTTPResponse {
    do throws(HTTPFailure) { return try client.send(request) } catch { throw AccountError(error) }
  }

  /// Sends a query to which a multistatus belongs.
  func ask(_ query: WebDAVQuery, _ url: HTTPURL, _ doing: String) throws(AccountError) -> (
    Multistatus, HTTPURL
  ) {
    let response = try send(query.request(to: url))
    guard response.status == 207 else { throw AccountError(response, doing) }
    return (try Self.multistatus(response, doing), response.url)
  }

  /// - Throws: ``AccountError`` where the answer cannot be read. A character that no XML may have, as in the
  ///   name of a list, makes none unreadable: it becomes U+FFFD.
  static func multistatus(_ response: HTTPResponse, _ doing: String) throws(AccountError) -> Multistatus {
    do throws(WebDAVProblem) {
      return try Multistatus(response.body)
    } catch {
      let mended = Array(String(decoding: response.body, as: UTF8.self).asXML.utf8)
      if mended != response.body, let answer = try? Multistatus(mended) { return answer }
      let line = error.line.map { " in line \($0)" } ?? ""
      throw AccountError(
        .answer, "the answer of the server to \(doing) cannot be read: \(error.reason)\(line)",
        url: response.url,
        status: response.status)
    }
  }

  // MARK: Lists

  /// All lists, in one request: what is in each is asked only where its token or ctag is another than before.
  ///
  /// - Throws: ``AccountError``.
  package func lists() throws(AccountError) -> RemoteLists {
    let (answer, url) = try ask(
      .properties(RemoteList.asked, isOfMembers: true), home, "the request for its lists")
    var result = RemoteLists()
    var known: Set<Href> = []
    for response in answer.responses {
      for reference in response.references {
        switch Href.resolve(reference, from: url) {
        case .failure(let problem): result.ignored.append(problem)
        case .success(let href):
          let place = href.asCollection
          guard
            Href(path: home.path)?.asCollection == place || Href(path: home.path).map(place.isMember) ?? false
          else {
            result.ignored.append(HrefProblem(reference, .outside))
            continue
          }
          guard let list = RemoteList(place, response), known.insert(place).inserted else { continue }
          if list.takesReminders { result.lists.append(list) } else { result.others.append(list) }
        }
      }
    }
    return result
  }
}
