import ICalendar
import ListoFormats
import Testing

/// Files of other programs in shapes that Listo has no reader for, and files that are like them and have one.
struct ForeignFilesTests {
  private static func found(_ name: String, _ text: String) -> String {
    switch Recognition(name: name, beginning: Array(text.utf8)[...]) {
    case .format(let format): format.name
    case .ambiguous(let formats): formats.map(\.name).joined(separator: " ")
    case .unknown: ""
    }
  }

  /// To read one of them as a format would lose most of it, or make reminders of none; some are known to a
  /// map.
  @Test(arguments: jsons + xmls + tables)
  func areNotTakenForAFormat(_ file: File) {
    #expect(Self.found(file.name, file.text) == file.map, "\(file.program)")
  }

  /// A program that writes to a pipe has no name that would say more.
  @Test(arguments: jsons + xmls + tables)
  func norInAPipe(_ file: File) {
    #expect(Self.found("-", file.text) == file.map, "\(file.program)")
  }

  @Test(arguments: known)
  func thoseThatAreLikeThemAreKnown(_ file: File) {
    #expect(Self.found(file.name, file.text) == file.program)
  }

  @Test func theNearestFormatIsNamed() {
    func nearest(_ name: String, _ text: String) -> [String]? {
      guard case .unknown(let nearest) = Recognition(name: name, beginning: Array(text.utf8)[...]) else {
        return nil
      }
      return nearest.map(\.name)
    }
    #expect(nearest("a.json", #"[{"externalId":"1","isCompleted":false,"title":"Milk"}]"#) == ["json"])
    #expect(nearest("a.csv", "Date,Text,Amount\n") == ["csv"] && nearest("-", "Date,Text\n") == [])
    #expect(nearest("a.xml", "<icalendar><vcalendar/></icalendar>") == ["xcal"])
    #expect(nearest("a.xml", "<rss><channel/></rss>") == [] && nearest("a.json", #"{"a":1}"#) == [])
    #expect(
      nearest("Tasks.json", #"{"items":[{"content":"Milk"}],"projects":[],"labels":[]}"#) == ["takeout"])
  }

  /// `-f` reads it all the same, and says of each key that it has no place.
  @Test func aFormatThatIsNamedIsReadAllTheSame() throws {
    let text = #"[{"externalId":"1","isCompleted":false,"title":"Milk"}]"#
    let read = try Format.json.iCalendar(of: Array(text.utf8))
    #expect(String(decoding: read.bytes, as: UTF8.self).contains("SUMMARY:Milk"))
    #expect(read.problems.filter { $0.code == .unknownKey }.count == 2, "\(read.problems)")
  }

  struct File: Sendable, CustomTestStringConvertible {
    /// The program that writes such files; for the files that are known, the format.
    let program: String
    let name: String
    let text: String
    /// The map that knows it; empty for none.
    let map: String

    init(_ program: String, _ name: String, _ text: String, map: String = "") {
      (self.program, self.name, self.text, self.map) = (program, name, text, map)
    }

    var testDescription: String { program }
  }

  private static let jsons = [
    File(
      "reminders-cli", "reminders.json",
      #"[{"externalId":"A1","isCompleted":false,"list":"Home","priority":0,"title":"Milk","dueDate":"2026-12-01T09:00:00Z"}]"#,
      map: "reminders-cli"
    ),
    File(
      "reminders-cli, little", "reminders.json",
      #"[{"externalId":"A1","isCompleted":true,"list":"Home","priority":0,"title":"Milk"}]"#,
      map: "reminders-cli"),
    File(
      "things.py", "things.json",
      #"[{"uuid":"A1","type":"to-do","title":"Milk","status":"incomplete","area":"B","area_title":"Home","notes":"","start":"Anytime","start_date":null,"deadline":"2026-12-01","stop_date":null,"created":"2026-11-01 10:00:00","modified":"2026-11-01 10:00:00","index":1,"today_index":0}]"#,
      map: "things"
    ),
    File(
      "Todoist's API", "tasks.json",
      #"[{"id":"1","content":"Milk","description":"","project_id":"2","priority":4,"due":{"date":"2026-12-01"},"is_completed":false,"labels":[]}]"#,
      map: "todoist-api"
    ),
    File(
      "Todoist's API, a page", "tasks.json",
      #"{"results":[{"id":"1","content":"Milk","checked":false}],"next_cursor":null}"#),
    File(
      "Todoist Sync", "sync.json",
      #"{"full_sync":true,"items":[{"id":"1","content":"Milk","checked":false,"due":{"date":"2026-12-01"}}],"projects":[],"sync_token":"x"}"#,
      map: "todoist-sync"
    ),
    File(
      "Todoist Sync, items first", "sync.json",
      #"{"items":[{"id":"1","content":"Milk","checked":false}],"labels":[],"notes":[]}"#),
    File(
      "Planify", "planify.json",
      #"{"version":"4","settings":{},"sources":[],"projects":[{"id":"1","name":"Home"}],"items":[{"id":"1","content":"Milk","description":"","due":{"date":""},"checked":false,"section_id":""}]}"#
    ),
    File(
      "Vikunja", "vikunja.json",
      #"[{"id":1,"title":"Home","description":"","identifier":"","hex_color":"","tasks":[{"id":1,"title":"Milk","done":false,"due_date":"0001-01-01T00:00:00Z"}]}]"#
    ),
    File(
      "Vikunja's tasks", "tasks.json",
      #"[{"id":1,"title":"Milk","description":"","done":false,"done_at":"0001-01-01T00:00:00Z","due_date":"2026-12-01T09:00:00Z","priority":0,"percent_done":0,"project_id":3,"created":"2026-11-01T10:00:00Z","updated":"2026-11-01T10:00:00Z"}]"#
    ),
    File(
      "Google Keep", "Milk.json",
      #"{"color":"DEFAULT","isTrashed":false,"isPinned":false,"isArchived":false,"listContent":[{"text":"Milk","isChecked":false}],"title":"Shopping","userEditedTimestampUsec":1764576000000000}"#,
      map: "google-keep"
    ),
    File(
      "Google Takeout, places", "Saved Places.json",
      #"{"type":"FeatureCollection","features":[{"geometry":{},"properties":{"title":"Home"},"type":"Feature"}]}"#
    ),
    File(
      "Google Takeout, activity", "MyActivity.json",
      #"[{"header":"Search","title":"Searched for milk","titleUrl":"https://example.com","time":"2026-12-01T09:00:00Z","products":["Search"]}]"#
    ),
    File(
      "Google Calendar's API", "events.json",
      #"{"kind":"calendar#events","etag":"1","summary":"Home","items":[{"kind":"calendar#event","id":"1","status":"confirmed","summary":"Dinner","updated":"2026-12-01T09:00:00Z"}]}"#
    ),
    File(
      "YouTube's API", "videos.json",
      #"{"kind":"youtube#videoListResponse","etag":"1","items":[{"kind":"youtube#video","etag":"2","id":"3"}],"pageInfo":{}}"#
    ),
    File(
      "Microsoft Graph", "todo.json",
      ##"{"@odata.context":"https://graph.microsoft.com/v1.0/$metadata#tasks","value":[{"id":"1","title":"Milk","status":"notStarted"}]}"##
    ),
    File(
      "Microsoft To Do, a task", "task.json",
      #"[{"@odata.etag":"1","importance":"normal","isReminderOn":false,"status":"notStarted","title":"Milk","createdDateTime":"2026-12-01T09:00:00Z","lastModifiedDateTime":"2026-12-01T09:00:00Z","id":"1","body":{"content":""}}]"#,
      map: "microsoft-todo"
    ),
    File(
      "Habitica", "habitica.json",
      #"[{"_id":"1","type":"todo","text":"Milk","notes":"","tags":[],"value":0,"priority":1,"attribute":"str","checklist":[],"completed":false}]"#
    ),
    File(
      "Trello", "board.json",
      #"{"id":"1","name":"Home","desc":"","closed":false,"lists":[],"cards":[{"id":"1","name":"Milk","due":null}],"labels":[]}"#
    ),
    File(
      "Trello's cards", "cards.json",
      #"[{"id":"1","name":"Milk","desc":"","due":"2026-12-01T09:00:00Z","dueComplete":false,"idBoard":"2","idList":"3","closed":false}]"#
    ),
    File(
      "Asana", "asana.json",
      #"{"data":[{"gid":"1","name":"Milk","completed":false,"due_on":"2026-12-01","notes":""}]}"#),
    File(
      "GitHub's issues", "issues.json",
      #"[{"url":"https://example.com/1","id":1,"number":1,"title":"Crash","state":"open","user":{"login":"ann"},"labels":[],"comments":0,"body":""}]"#
    ),
    File(
      "gh issue list", "issues.json",
      #"[{"number":1,"state":"OPEN","title":"Crash","updatedAt":"2026-12-01T09:00:00Z"}]"#),
    File(
      "GitLab's issues", "issues.json",
      #"[{"id":1,"iid":1,"project_id":2,"title":"Crash","description":"","state":"opened","created_at":"2026-12-01T09:00:00Z","due_date":null}]"#
    ),
    File(
      "Jira", "search.json",
      #"{"expand":"names","startAt":0,"maxResults":50,"total":1,"issues":[{"id":"1","key":"A-1","fields":{"summary":"Crash"}}]}"#
    ),
    File(
      "Notion", "database.json",
      #"{"object":"list","results":[{"object":"page","id":"1","properties":{"Name":{"title":[]}}}],"has_more":false}"#
    ),
    File(
      "Notion, a database", "database.json",
      #"{"object":"database","id":"1","title":[{"plain_text":"Tasks"}],"properties":{},"parent":{},"url":"https://example.com","created_time":"2026-12-01T09:00:00Z"}"#
    ),
    File(
      "TickTick's API", "tasks.json",
      #"[{"id":"1","projectId":"2","title":"Milk","timeZone":"Europe/Berlin","isAllDay":true,"priority":0,"status":0,"items":[]}]"#
    ),
    File(
      "Super Productivity", "backup.json",
      #"{"task":{"ids":["1"],"entities":{"1":{"id":"1","title":"Milk","isDone":false}}},"project":{}}"#),
    File(
      "Linear", "issues.json",
      #"[{"id":"1","identifier":"A-1","title":"Crash","priority":2,"state":{"name":"Todo"},"createdAt":"2026-12-01T09:00:00Z"}]"#
    ),
    File(
      "npm", "package.json",
      #"{"name":"app","version":"1.0.0","description":"An app","scripts":{},"dependencies":{}}"#),
    File("TypeScript", "tsconfig.json", #"{"compilerOptions":{"strict":true},"include":["src"]}"#),
    File("GeoJSON", "track.json", #"{"type":"FeatureCollection","features":[]}"#),
    File(
      "JSON Schema", "schema.json",
      #"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Task","type":"object","properties":{"title":{}},"required":["title"]}"#
    ),
    File(
      "JSON Feed", "feed.json",
      #"{"version":"https://jsonfeed.org/version/1.1","title":"News","home_page_url":"https://example.com","items":[{"id":"1","url":"https://example.com/1","title":"One","content_html":"","date_published":"2026-12-01T09:00:00Z"}]}"#
    ),
    File(
      "schema.org", "event.json",
      #"{"@context":"https://schema.org","@type":"Event","name":"Concert","startDate":"2026-12-01T20:00"}"#),
    File(
      "OpenAPI", "openapi.json", #"{"openapi":"3.1.0","info":{"title":"Tasks","version":"1"},"paths":{}}"#),
    File(
      "a web manifest", "manifest.json",
      #"{"name":"App","short_name":"App","start_url":"/","display":"standalone"}"#),
    File(
      "Vega", "chart.json",
      #"{"$schema":"https://vega.github.io/schema/vega-lite/v5.json","title":"Sales","data":{},"mark":"bar","encoding":{}}"#
    ),
    File(
      "Jupyter", "notebook.json",
      #"{"cells":[],"metadata":{"title":"Sales"},"nbformat":4,"nbformat_minor":5}"#),
    File(
      "Bitwarden", "vault.json",
      #"{"encrypted":false,"folders":[],"items":[{"id":"1","organizationId":null,"type":1,"name":"Bank","login":{}}]}"#
    ),
    File(
      "a shop's orders", "orders.json",
      #"[{"uuid":"1","status":"pending","total":12,"currency":"EUR","created":"2026-12-01T09:00:00Z"}]"#),
    File(
      "payments", "payments.json",
      #"[{"uuid":"1","status":"completed","description":"Rent","amount":900,"currency":"EUR","account":"2","payee":"3","value_date":"2026-12-01"}]"#
    ),
    File(
      "Pocket", "reading.json",
      #"[{"item_id":"1","resolved_title":"One","given_url":"https://example.com","status":"0","tags":{}}]"#),
    File(
      "Firefox's bookmarks", "bookmarks.json",
      #"{"guid":"root________","title":"","index":0,"dateAdded":1764576000000000,"id":1,"typeCode":2,"root":"placesRoot","children":[]}"#
    ),
    File(
      "Joplin", "note.json",
      #"[{"id":"1","parent_id":"2","title":"Milk","body":"","created_time":1764576000000,"is_todo":1,"todo_due":0,"todo_completed":0}]"#
    ),
    File("a mailbox", "users.json", #"[{"uid":1,"name":"Ann","mail":"ann@example.com","groups":[]}]"#),
    File(
      "a log", "log.jsonl.txt.json",
      "{\"time\":\"2026-12-01T09:00:00Z\",\"level\":\"info\",\"msg\":\"started\"}\n{\"time\":\"x\"}\n"),
  ]

  private static let xmls = [
    File(
      "RSS", "feed.xml",
      #"<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>"#
    ),
    File(
      "Atom", "feed.xml",
      #"<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><title>One</title></entry></feed>"#
    ),
    File(
      "OPML", "lists.xml",
      #"<opml version="2.0"><head><title>Lists</title></head><body><outline text="Milk"/></body></opml>"#),
    File(
      "a property list", "things.xml",
      #"<?xml version="1.0"?><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "x"><plist version="1.0"><dict><key>title</key><string>Milk</string></dict></plist>"#
    ),
    File(
      "SVG", "picture.xml",
      #"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><title>Dot</title></svg>"#),
    File(
      "XHTML", "page.xml",
      #"<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Page</title></head></html>"#),
    File(
      "Tomboy", "note.xml",
      #"<note version="0.3" xmlns="http://beatniksoftware.com/tomboy"><title>Milk</title><text/></note>"#),
    File(
      "Getting Things GNOME", "gtg_data.xml",
      #"<gtgData appVersion="0.6" xmlVersion="2"><taglist/><searchlist/><tasklist><task id="1" status="Active"><title>Milk</title></task></tasklist></gtgData>"#
    ),
    File(
      "xCal without its namespace", "tasks.xml",
      #"<icalendar><vcalendar><components><vtodo><properties><summary><text>Milk</text></summary></properties></vtodo></components></vcalendar></icalendar>"#
    ),
    File("Ant", "build.xml", #"<project name="app" default="all"><target name="all"/></project>"#),
    File(
      "Maven", "pom.xml",
      #"<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion></project>"#),
    File(
      "MLO", "tasks.xml",
      #"<MyLifeOrganized-xml><TaskTree><TaskNode Caption="Milk"/></TaskTree></MyLifeOrganized-xml>"#),
    File(
      "Evernote", "notes.xml",
      #"<en-export><note><title>Milk</title><task><title>Buy</title></task></note></en-export>"#),
    File(
      "WebDAV", "answer.xml",
      #"<d:multistatus xmlns:d="DAV:"><d:response><d:href>/</d:href></d:response></d:multistatus>"#),
    File(
      "a page about xCal", "page.xml",
      #"<html><body>The namespace is urn:ietf:params:xml:ns:icalendar-2.0.</body></html>"#),
  ]

  private static let tables = [
    File("a bank", "account.csv", "Date;Description;Amount;Balance\n2026-12-01;Rent;-900;100\n"),
    File("a bank with names", "account.csv", "Booking date,Value date,Name,Purpose,Amount,Currency\n"),
    File("contacts", "contacts.csv", "Name,Given Name,Family Name,Notes,E-mail 1 - Value,Phone 1 - Value\n"),
    File(
      "Outlook's contacts", "contacts.csv",
      "First Name,Last Name,Company,Categories,Notes,E-mail Address,Priority\n"),
    File(
      "Google Calendar's events", "events.csv",
      "Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private\n"),
    File("passwords", "passwords.csv", "name,url,username,password,note\n"),
    File("a shop", "products.csv", "sku,name,price,category,stock,state,vendor\n"),
    File("places", "cities.csv", "city,country,lat,lon,population\n"),
    File("measurements", "log.tsv", "time\tvalue\tunit\n"),
    File(
      "working hours", "toggl.csv",
      "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags\n"
    ),
  ]

  private static let known = [
    File("json", "a.json", #"{"listo":1,"calendars":[]}"#),
    File("json", "a.json", #"[{"title":"Milk","due":"2026-12-01","shop":"Corner"}]"#),
    File("json", "a.json", #"{"title":"Milk"}"#),
    File("json", "-", #"[{"uid":"1","list":"Home","due":"2026-12-01"}]"#),
    File("jsonl", "a.jsonl", #"{"title":"Milk","list":"Home"}"#),
    File("jsonl", "-", "{\"title\":\"Milk\"}\n{\"title\":\"Bread\"}\n"),
    File(
      "taskwarrior", "a.json",
      #"[{"uuid":"1","description":"Milk","status":"pending","entry":"20261101T100000Z","estimate":"3h","githuburl":"https://example.com"}]"#
    ),
    File("takeout", "Tasks.json", ##"{"kind":"tasks#taskLists","items":[]}"##),
    File(
      "takeout", "Tasks.json",
      #"{"items":[{"id":"1","title":"Home","updated":"2026-12-01T09:00:00Z","items":[]}]}"#),
    File(
      "takeout", "tasks.json",
      #"{"items":[{"id":"1","title":"Milk","status":"needsAction","position":"0","etag":"x"}]}"#),
    File("jscalendar", "a.json", #"{"@type":"Task","uid":"1","title":"Milk"}"#),
    File("jcal", "a.json", #"["vcalendar",[],[["vtodo",[],[]]]]"#),
    File(
      "xcal", "a.xml", #"<icalendar xmlns='urn:ietf:params:xml:ns:icalendar-2.0'><vcalendar/></icalendar>"#),
    File("xcal", "-", #"<?xml version="1.0"?><x:icalendar xmlns:x="urn:ietf:params:xml:ns:icalendar-2.0"/>"#),
    File("csv", "a.csv", "Task,Due,Assignee,Team\n"),
    File(
      "csv", "a.csv",
      "Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Start Date,Due Date,Tags,Notes,Projects\n"
    ),
    File("csv", "a.csv", "Titel;Fällig;Erledigt\n"),
    File("csv", "-", "title,due\nx,y\n"),
    File("tsv", "-", "title\tdue\n"),
    File("todoist", "a.csv", "TYPE,CONTENT,DESCRIPTION\n"),
  ]
}
