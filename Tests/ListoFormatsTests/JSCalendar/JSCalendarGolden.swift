import Testing

/// Components, and the objects that they are: what JSCalendar has of them, and what stays as jCal.
struct JSCalendarGolden: CustomTestStringConvertible {
  let name: String
  var kind = "VTODO"
  let lines: String
  let object: String
  /// In the second version; nil for the same.
  var second: String?

  var testDescription: String { name }

  static let all = [
    JSCalendarGolden(
      name: "a usual reminder",
      lines: #"""
        UID:a
        DTSTAMP:20260101T000000Z
        CREATED:20251231T235959Z
        LAST-MODIFIED:20260102T000000Z
        SUMMARY:Water the plants
        DESCRIPTION:one\nfolded\, and
          escaped\; \\ \x
        SEQUENCE:3
        PRIORITY:5
        STATUS:IN-PROCESS
        PERCENT-COMPLETE:40
        X-APPLE-SORT-ORDER:7
        """#,
      object: #"""
        {"@type":"Task","uid":"a","created":"2025-12-31T23:59:59Z","updated":"2026-01-01T00:00:00Z","sequence":3,"title":"Water the plants","description":"one\nfolded, and escaped; \\ \\x","progress":"in-process","percentComplete":40,"priority":5,"iCalendar":{"name":"vtodo","properties":[["last-modified",{},"date-time","2026-01-02T00:00:00Z"],["x-apple-sort-order",{},"unknown","7"]]}}
        """#),
    JSCalendarGolden(
      name: "UTC",
      lines: #"""
        UID:a
        DUE:20261201T101500Z
        DTSTART:20261130T000000Z
        """#,
      object: #"""
        {"@type":"Task","uid":"a","start":"2026-11-30T00:00:00","due":"2026-12-01T10:15:00","timeZone":"Etc/UTC"}
        """#),
    JSCalendarGolden(
      name: "days",
      lines: #"""
        UID:a
        DUE;VALUE=DATE:20261201
        DTSTART:20261130
        """#,
      object: #"""
        {"@type":"Task","uid":"a","showWithoutTime":true,"start":"2026-11-30T00:00:00","due":"2026-12-01T00:00:00"}
        """#),
    JSCalendarGolden(
      name: "times that float",
      lines: #"""
        UID:a
        DUE:20261201T101500
        DTSTART;VALUE=DATE-TIME:20261130T000000
        """#,
      object: #"""
        {"@type":"Task","uid":"a","start":"2026-11-30T00:00:00","due":"2026-12-01T10:15:00"}
        """#),
    JSCalendarGolden(
      name: "a zone",
      lines: #"""
        UID:a
        DUE;TZID=Europe/Berlin:20261201T101500
        """#,
      object: #"""
        {"@type":"Task","uid":"a","due":"2026-12-01T10:15:00","timeZone":"Europe/Berlin"}
        """#),
    JSCalendarGolden(
      name: "two zones and UTC",
      lines: #"""
        UID:a
        DTSTART;TZID=Europe/Berlin:20261201T101500
        DUE;TZID=America/New_York:20261201T101500
        COMPLETED:20261202T000000Z
        """#,
      object: #"""
        {"@type":"Task","uid":"a","start":"2026-12-01T10:15:00","due":"2026-12-01T16:15:00","timeZone":"Europe/Berlin","iCalendar":{"name":"vtodo","convertedProperties":{"due":{"parameters":{"tzid":"America/New_York"}}},"properties":[["completed",{},"date-time","2026-12-02T00:00:00Z"]]}}
        """#),
    JSCalendarGolden(
      name: "a zone that has another name",
      lines: #"""
        UID:a
        DTSTART;TZID=W. Europe Standard Time:20261201T101500
        DUE:20261202T101500Z
        """#,
      object: #"""
        {"@type":"Task","uid":"a","start":"2026-12-01T10:15:00","due":"2026-12-02T11:15:00","timeZone":"Europe/Berlin","iCalendar":{"name":"vtodo","convertedProperties":{"start":{"parameters":{"tzid":"W. Europe Standard Time"}},"due":{"parameters":{"tzid":"Etc/UTC"}}}}}
        """#),
    JSCalendarGolden(
      name: "a zone that nobody knows",
      lines: #"""
        UID:a
        DUE;TZID=Nowhere:20261201T101500
        """#,
      object: #"""
        {"@type":"Task","uid":"a","iCalendar":{"name":"vtodo","properties":[["due",{"tzid":"Nowhere"},"date-time","2026-12-01T10:15:00"]]}}
        """#),
    JSCalendarGolden(
      name: "a zone beside UTC and beside a day",
      lines: #"""
        UID:a
        DTSTART;TZID=Europe/Berlin:20261201T101500Z
        DUE;TZID=Europe/Berlin;VALUE=DATE:20261202
        """#,
      object: #"""
        {"@type":"Task","uid":"a","iCalendar":{"name":"vtodo","properties":[["dtstart",{"tzid":"Europe/Berlin"},"date-time","2026-12-01T10:15:00Z"],["due",{"tzid":"Europe/Berlin"},"date","2026-12-02"]]}}
        """#),
    JSCalendarGolden(
      name: "a day that few years have, and a day and a time",
      lines: #"""
        UID:a
        DTSTART;VALUE=DATE:20280229
        DUE:20280301T000000
        """#,
      object: #"""
        {"@type":"Task","uid":"a","showWithoutTime":true,"start":"2028-02-29T00:00:00","iCalendar":{"name":"vtodo","properties":[["due",{},"date-time","2028-03-01T00:00:00"]]}}
        """#),
    JSCalendarGolden(
      name: "an hour that comes twice",
      lines: #"""
        UID:a
        DTSTART;TZID=Europe/Berlin:20261024T100000
        DUE:20261025T013000Z
        """#,
      object: #"""
        {"@type":"Task","uid":"a","start":"2026-10-24T10:00:00","timeZone":"Europe/Berlin","iCalendar":{"name":"vtodo","properties":[["due",{},"date-time","2026-10-25T01:30:00Z"]]}}
        """#),
    JSCalendarGolden(
      name: "a midnight that is shown as a day",
      lines: #"""
        UID:a
        DUE:20261201T000000Z
        SHOW-WITHOUT-TIME;VALUE=BOOLEAN:TRUE
        """#,
      object: #"""
        {"@type":"Task","uid":"a","showWithoutTime":true,"due":"2026-12-01T00:00:00","timeZone":"Etc/UTC"}
        """#),
    JSCalendarGolden(
      name: "words",
      lines: #"""
        UID:a
        CATEGORIES:b,a\,c,d
        CATEGORIES:a
        CATEGORIES:x,d
        CATEGORIES;LANGUAGE=de:y
        CONCEPT:https://example.com/c
        CATEGORIES:
        """#,
      object: #"""
        {"@type":"Task","uid":"a","keywords":{"b":true,"a,c":true,"d":true,"a":true},"categories":{"https://example.com/c":true},"iCalendar":{"name":"vtodo","properties":[["categories",{},"text","x","d"],["categories",{"language":"de"},"text","y"],["categories",{},"text",""]]}}
        """#),
    JSCalendarGolden(
      name: "relations",
      lines: #"""
        UID:a
        RELATED-TO;RELTYPE=PARENT:p
        RELATED-TO;RELTYPE=child:p
        RELATED-TO:q
        RELATED-TO;RELTYPE=PARENT:q
        RELATED-TO;RELTYPE=SIBLING;X-A=b:r/s
        RELATED-TO;RELTYPE=A,B:t
        """#,
      object: #"""
        {"@type":"Task","uid":"a","relatedTo":{"p":{"@type":"Relation","relation":{"parent":true,"child":true}},"q":{"@type":"Relation"},"r/s":{"@type":"Relation","relation":{"sibling":true}}},"iCalendar":{"name":"vtodo","convertedProperties":{"relatedTo/r~1s":{"parameters":{"x-a":"b"}}},"properties":[["related-to",{"reltype":"PARENT"},"text","q"],["related-to",{"reltype":["A","B"]},"text","t"]]}}
        """#),
    JSCalendarGolden(
      name: "links",
      lines: #"""
        UID:a
        URL:https://example.com/?a="b"
        ATTACH;FMTTYPE=application/pdf;FILENAME=a.pdf;SIZE=12:https://example.com/a.pdf
        ATTACH;VALUE=BINARY;ENCODING=BASE64;FMTTYPE=text/plain:aGVsbG8=
        LINK;LINKREL=next;LABEL=Next;VALUE=URI:https://example.com/n
        IMAGE;VALUE=URI;DISPLAY=BADGE;JSID=i:https://example.com/i
        URL:https://example.com/second
        ATTACH;LABEL=l:https://example.com/l
        ATTACH:data:,x
        """#,
      object: #"""
        {"@type":"Task","uid":"a","links":{"a5eaafb6-3254-5a11-8602-eebecfb55337":{"@type":"Link","href":"https://example.com/?a=\"b\"","rel":"describedby"},"50eb86eb-c98e-5597-9bda-ade3d8e51363":{"@type":"Link","href":"https://example.com/a.pdf","contentType":"application/pdf","size":12,"title":"a.pdf"},"b7beae29-8580-5b20-a8f9-967e8a04b690":{"@type":"Link","href":"data:text/plain;base64,aGVsbG8=","contentType":"text/plain"},"75c537d0-dcef-5cc2-aeaa-4c04c535f295":{"@type":"Link","href":"https://example.com/n","title":"Next","rel":"next"},"i":{"@type":"Link","href":"https://example.com/i","display":{"badge":true},"rel":"icon"},"a660c376-e512-5081-8adc-1c6e64bc2354":{"@type":"Link","href":"https://example.com/l","title":"l"}},"iCalendar":{"name":"vtodo","convertedProperties":{"links/a5eaafb6-3254-5a11-8602-eebecfb55337/href":{"name":"url"},"links/50eb86eb-c98e-5597-9bda-ade3d8e51363/href":{"name":"attach"},"links/b7beae29-8580-5b20-a8f9-967e8a04b690/href":{"name":"attach"},"links/75c537d0-dcef-5cc2-aeaa-4c04c535f295/href":{"name":"link"},"links/i/href":{"name":"image"},"links/a660c376-e512-5081-8adc-1c6e64bc2354/href":{"name":"attach","parameters":{"label":"l"}}},"properties":[["url",{},"uri","https://example.com/second"],["attach",{},"uri","data:,x"]]}}
        """#),
    JSCalendarGolden(
      name: "places",
      lines: #"""
        UID:a
        LOCATION;ALTREP="https://example.com/":Kitchen
        GEO:48.1;11.5
        LOCATION;DERIVED=TRUE:Home
        CONFERENCE;VALUE=URI;FEATURE=AUDIO;LABEL=Call:tel:+1
        BEGIN:VLOCATION
        NAME:Home
        COORDINATES;VALUE=URI:geo:1,2
        END:VLOCATION
        """#,
      object: #"""
        {"@type":"Task","uid":"a","mainLocationId":"ec738f86-efa7-52b6-ae4c-84c80b848149","locations":{"384e3c58-e322-5c79-9ff7-7ad163e6e583":{"@type":"Location","name":"Kitchen"},"5cb136ba-48e1-50c1-a13a-d0cbfa5debec":{"@type":"Location","coordinates":"geo:48.1,11.5"},"ec738f86-efa7-52b6-ae4c-84c80b848149":{"@type":"Location","name":"Home","coordinates":"geo:1,2","iCalendar":{"name":"vlocation"}}},"virtualLocations":{"164c3a23-f455-5e71-88d1-af3492706a4e":{"@type":"VirtualLocation","name":"Call","uri":"tel:+1","features":{"audio":true}}},"iCalendar":{"name":"vtodo","convertedProperties":{"locations/384e3c58-e322-5c79-9ff7-7ad163e6e583/name":{"parameters":{"altrep":"https://example.com/"}},"locations/5cb136ba-48e1-50c1-a13a-d0cbfa5debec/coordinates":{"name":"geo"}}}}
        """#),
    JSCalendarGolden(
      name: "a rule",
      lines: #"""
        UID:a
        DUE;TZID=Europe/Berlin:20261201T101500
        RRULE:FREQ=WEEKLY;BYDAY=MO,-1TU;UNTIL=20270101T101500Z
        EXDATE;TZID=Europe/Berlin:20261208T101500
        RDATE:20261209T091500Z
        RDATE;VALUE=PERIOD:20261210T091500Z/PT1H
        """#,
      object: #"""
        {"@type":"Task","uid":"a","due":"2026-12-01T10:15:00","timeZone":"Europe/Berlin","recurrenceRules":[{"@type":"RecurrenceRule","frequency":"weekly","byDay":[{"@type":"NDay","day":"mo"},{"@type":"NDay","day":"tu","nthOfPeriod":-1}],"until":"2027-01-01T11:15:00"}],"recurrenceOverrides":{"2026-12-08T10:15:00":{"excluded":true},"2026-12-09T10:15:00":{}},"iCalendar":{"name":"vtodo","convertedProperties":{"recurrenceOverrides/2026-12-09T10:15:00":{"parameters":{"tzid":"Etc/UTC"}}},"properties":[["rdate",{},"period",["2026-12-10T09:15:00Z","PT1H"]]]}}
        """#,
      second: #"""
        {"@type":"Task","uid":"a","due":"2026-12-01T10:15:00","timeZone":"Europe/Berlin","recurrenceRule":{"@type":"RecurrenceRule","frequency":"weekly","byDay":[{"@type":"NDay","day":"mo"},{"@type":"NDay","day":"tu","nthOfPeriod":-1}],"until":"2027-01-01T11:15:00"},"recurrenceOverrides":{"2026-12-08T10:15:00":{"excluded":true},"2026-12-09T10:15:00":{}},"iCalendar":{"name":"vtodo","convertedProperties":{"recurrenceOverrides/2026-12-09T10:15:00":{"parameters":{"tzid":"Etc/UTC"}}},"properties":[["rdate",{},"period",["2026-12-10T09:15:00Z","PT1H"]]]}}
        """#),
    JSCalendarGolden(
      name: "rules, of which one ends on another clock",
      lines: #"""
        UID:a
        DUE;VALUE=DATE:20261201
        RRULE:FREQ=DAILY;COUNT=3
        RRULE:FREQ=DAILY;UNTIL=20270101T000000Z
        RRULE:FREQ=MONTHLY;BYMONTHDAY=1,-1
        """#,
      object: #"""
        {"@type":"Task","uid":"a","showWithoutTime":true,"due":"2026-12-01T00:00:00","recurrenceRules":[{"@type":"RecurrenceRule","frequency":"daily","count":3},{"@type":"RecurrenceRule","frequency":"monthly","byMonthDay":[1,-1]}],"iCalendar":{"name":"vtodo","properties":[["rrule",{},"recur",{"freq":"DAILY","until":"2027-01-01T00:00:00Z"}]]}}
        """#,
      second: #"""
        {"@type":"Task","uid":"a","showWithoutTime":true,"due":"2026-12-01T00:00:00","recurrenceRule":{"@type":"RecurrenceRule","frequency":"daily","count":3},"iCalendar":{"name":"vtodo","properties":[["rrule",{},"recur",{"freq":"DAILY","until":"2027-01-01T00:00:00Z"}],["rrule",{},"recur",{"freq":"MONTHLY","bymonthday":[1,-1]}]]}}
        """#),
    JSCalendarGolden(
      name: "a changed occurrence alone",
      lines: #"""
        UID:a
        RECURRENCE-ID;VALUE=DATE:20261201
        SUMMARY:b
        """#,
      object: #"""
        {"@type":"Task","uid":"a","recurrenceId":"2026-12-01T00:00:00","title":"b","showWithoutTime":true}
        """#),
    JSCalendarGolden(
      name: "alarms",
      lines: #"""
        UID:a
        BEGIN:VALARM
        UID:b
        ACTION:DISPLAY
        TRIGGER;RELATED=END:-PT5M
        DESCRIPTION:Now
        END:VALARM
        BEGIN:VALARM
        ACTION:AUDIO
        TRIGGER;VALUE=DATE-TIME:20261201T101500Z
        ACKNOWLEDGED:20261201T101501Z
        END:VALARM
        BEGIN:VALARM
        UID:b
        TRIGGER:+PT5M
        END:VALARM
        BEGIN:VALARM
        TRIGGER:oops
        TRIGGER:PT0S
        END:VALARM
        """#,
      object: #"""
        {"@type":"Task","uid":"a","alerts":{"b":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M","relativeTo":"end"},"action":"display","iCalendar":{"name":"valarm","properties":[["uid",{},"text","b"],["description",{},"text","Now"]]}},"e6c53ce1-ddd6-5c8e-9722-cba5dcdd53b0":{"@type":"Alert","trigger":{"@type":"AbsoluteTrigger","when":"2026-12-01T10:15:00Z"},"acknowledged":"2026-12-01T10:15:01Z","iCalendar":{"name":"valarm","properties":[["action",{},"text","AUDIO"]]}},"0a6a9efd-d82a-5049-be30-6a3c6a1e8683":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"PT0S"},"iCalendar":{"name":"valarm","properties":[["trigger",{},"unknown","oops"]]}}},"iCalendar":{"name":"vtodo","components":[["valarm",[["uid",{},"text","b"],["trigger",{},"duration","+PT5M"]],[]]]}}
        """#),
    JSCalendarGolden(
      name: "alarms of each other",
      lines: #"""
        UID:a
        BEGIN:VALARM
        UID:b
        JSID:first
        TRIGGER:-PT5M
        JSPROP;JSPTR=example.com:{"a":1.50}
        END:VALARM
        BEGIN:VALARM
        UID:c
        RELATED-TO;RELTYPE=SNOOZE:b
        TRIGGER:20261201T101500Z
        ACTION:EMAIL
        broken
        BEGIN:VLOCATION
        NAME:Home
        END:VLOCATION
        END:VALARM
        """#,
      object: #"""
        {"@type":"Task","uid":"a","alerts":{"first":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"},"example.com":{"a":1.50},"iCalendar":{"name":"valarm","properties":[["uid",{},"text","b"]]}},"c":{"@type":"Alert","trigger":{"@type":"AbsoluteTrigger","when":"2026-12-01T10:15:00Z"},"action":"email","relatedTo":{"first":{"@type":"Relation","relation":{"snooze":true}}},"iCalendar":{"name":"valarm","properties":[["uid",{},"text","c"]],"components":[["vlocation",[["name",{},"text","Home"]],[]]]}}}}
        """#),
    JSCalendarGolden(
      name: "members of others",
      lines: #"""
        UID:a
        JSPROP;JSPTR=example.com/a~1b:[1\,2.50]
        SUMMARY:b
        JSPROP;JSPTR=privacy:"x"
        JSPROP;JSPTR=title:oops
        X-A;B=c:d
        """#,
      object: #"""
        {"@type":"Task","uid":"a","title":"b","privacy":"x","example.com":{"a/b":[1,2.50]},"iCalendar":{"name":"vtodo","properties":[["x-a",{"b":"c"},"unknown","d"],["jsprop",{"jsptr":"title"},"unknown","oops"]]}}
        """#),
    JSCalendarGolden(
      name: "languages, and what is written with marks",
      lines: #"""
        UID:a
        SUMMARY;LANGUAGE=de;X-A=b:Blumen
        STYLED-DESCRIPTION;FMTTYPE=text/html:<b>x</b>
        COLOR:red
        CLASS:CONFIDENTIAL
        ESTIMATED-DURATION:PT2H
        """#,
      object: #"""
        {"@type":"Task","uid":"a","title":"Blumen","locale":"de","description":"<b>x</b>","descriptionContentType":"text/html","color":"red","estimatedDuration":"PT2H","privacy":"secret","iCalendar":{"name":"vtodo","convertedProperties":{"title":{"parameters":{"x-a":"b"}}}}}
        """#),
    JSCalendarGolden(
      name: "what stays as it is",
      lines: #"""
        UID:a
        UID:b
        SUMMARY;VALUE=X-TEXT:c
        SUMMARY:d
        DUE:garbage
        PRIORITY:12
        PERCENT-COMPLETE:+5
        STATUS:completed
        CLASS:odd
        COMMENT:e
        X-UNKNOWN;A=b,c:d
        REQUEST-STATUS:2.0;ok
        broken
        BEGIN:X-SUB
        X-A:b
        END:X-SUB
        """#,
      object: #"""
        {"@type":"Task","uid":"a","percentComplete":5,"iCalendar":{"name":"vtodo","properties":[["uid",{},"text","b"],["summary",{},"x-text","c"],["summary",{},"text","d"],["due",{},"unknown","garbage"],["priority",{},"integer",12],["status",{},"text","completed"],["class",{},"text","odd"],["comment",{},"text","e"],["x-unknown",{"a":["b","c"]},"unknown","d"],["request-status",{},"text",["2.0","ok"]]],"components":[["x-sub",[["x-a",{},"unknown","b"]],[]]]}}
        """#),
    JSCalendarGolden(
      name: "an event", kind: "VEVENT",
      lines: #"""
        UID:a
        DTSTART;TZID=Europe/Berlin:20261201T101500
        DTEND;TZID=America/New_York:20261201T051500
        STATUS:TENTATIVE
        TRANSP:TRANSPARENT
        CLASS:PRIVATE
        DUE:20261201T101500Z
        ATTENDEE;CN="Ann; B":mailto:ann@example.com
        BEGIN:VALARM
        TRIGGER:-PT5M
        END:VALARM
        """#,
      object: #"""
        {"@type":"Event","uid":"a","start":"2026-12-01T10:15:00","timeZone":"Europe/Berlin","duration":"PT1H","endTimeZone":"America/New_York","status":"tentative","privacy":"private","freeBusyStatus":"free","participants":{"ba2c2c2c-3c3c-55a9-b09a-8644b0c75425":{"@type":"Participant","sendTo":{"imip":"mailto:ann@example.com"},"name":"Ann; B","roles":{"attendee":true}}},"alerts":{"bc3b5751-62f8-5596-be38-646dcd0803c4":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"}}},"iCalendar":{"name":"vevent","convertedProperties":{"duration":{"name":"dtend"}},"properties":[["due",{},"date-time","2026-12-01T10:15:00Z"]]}}
        """#,
      second: #"""
        {"@type":"Event","uid":"a","start":"2026-12-01T10:15:00","timeZone":"Europe/Berlin","duration":"PT1H","endTimeZone":"America/New_York","status":"tentative","privacy":"private","freeBusyStatus":"free","participants":{"ba2c2c2c-3c3c-55a9-b09a-8644b0c75425":{"@type":"Participant","calendarAddress":"mailto:ann@example.com","name":"Ann; B"}},"alerts":{"bc3b5751-62f8-5596-be38-646dcd0803c4":{"@type":"Alert","trigger":{"@type":"OffsetTrigger","offset":"-PT5M"}}},"iCalendar":{"name":"vevent","convertedProperties":{"duration":{"name":"dtend"}},"properties":[["due",{},"date-time","2026-12-01T10:15:00Z"]]}}
        """#),
    JSCalendarGolden(
      name: "an event of two lengths", kind: "VEVENT",
      lines: #"""
        UID:a
        DTEND:20261203
        DTSTART;VALUE=DATE:20261201
        DURATION:P2D
        """#,
      object: #"""
        {"@type":"Event","uid":"a","showWithoutTime":true,"start":"2026-12-01T00:00:00","duration":"P2D","iCalendar":{"name":"vevent","convertedProperties":{"duration":{"name":"dtend"}},"properties":[["duration",{},"duration","P2D"]]}}
        """#),
  ]
}
