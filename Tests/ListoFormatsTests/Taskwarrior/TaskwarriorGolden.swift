/// Reminders, and the tasks that are written of them in the list `House`, where the zone `Home` is five hours
/// ahead of UTC. `<85>` stands for U+0085.
enum TaskwarriorGolden {
  static let tasks: [(reminder: String, task: String)] = [
    (
      #"""
      UID:B0114795-7B60-4774-B561-ED9A2D02AD92
      SUMMARY:Water
      DESCRIPTION:one\n\ntwo
      DUE;VALUE=DATE:20261210
      PRIORITY:2
      STATUS:IN-PROCESS
      CREATED:20261101T100000Z
      LAST-MODIFIED:20261102T100000Z
      DTSTAMP:20261102T100000Z
      RRULE:FREQ=WEEKLY
      RELATED-TO:4711
      """#,
      #"{"uuid":"b0114795-7b60-4774-b561-ed9a2d02ad92","listo_uid":"B0114795-7B60-4774-B561-ED9A2D02AD92","description":"Water","status":"pending","project":"House","priority":"H","listo_priority":"2","due":"20261210T000000Z","entry":"20261101T100000Z","modified":"20261102T100000Z","start":"20261102T100000Z","listo_due":"2026-12-10","annotations":[{"entry":"20261101T100000Z","description":"one"},{"entry":"20261101T100001Z","description":"two"}],"listo_notes":"one\n\ntwo","listo_recurrence":"FREQ=WEEKLY","listo_parent":"4711"}"#
    ),
    (
      #"""
      UID:b0114795-7b60-4774-b561-ed9a2d02ad92
      SUMMARY:Water the plants
      """#,
      #"{"uuid":"b0114795-7b60-4774-b561-ed9a2d02ad92","description":"Water the plants","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:B0114795-7B60-4774-B561-ED9A2D02AD92
      SUMMARY:a\, b\; c\\ \x "q" ünï
      DTSTAMP:20261101T100000Z
      """#,
      #"{"uuid":"b0114795-7b60-4774-b561-ed9a2d02ad92","listo_uid":"B0114795-7B60-4774-B561-ED9A2D02AD92","description":"a, b; c\\ \\x \"q\" ünï","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_stamp":"2026-11-01T10:00:00Z","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:4711
      SUMMARY:Call
      """#,
      #"{"uuid":"18296aa5-00f3-590f-838c-5131af152f76","listo_uid":"4711","description":"Call","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:e\,1 ü
      SUMMARY:Call
      """#,
      #"{"uuid":"b02d5af2-c0ef-52a9-ae2d-c1106f0a5d66","listo_uid":"e,1 ü","description":"Call","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      SUMMARY:No name
      X-FOO;X-BAR="a:b":c\,d
      """#,
      #"{"uuid":"ae1e0cfe-8ea5-59dc-969b-4db366e1d061","description":"No name","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"status created modified","listo_rest":"X-FOO;X-BAR=\"a:b\":c\\,d"}"#
    ),
    (
      #"""
      UID:1
      PRIORITY:3
      PERCENT-COMPLETE:30
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"(untitled)","status":"pending","listo_status":"in-process","project":"House","priority":"H","listo_priority":"3","entry":"19800101T000000Z","modified":"19800101T000000Z","start":"19800101T000000Z","listo_percent":"30","listo_absent":"title status created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      STATUS:completed
      COMPLETED:20261203T080000Z
      LAST-MODIFIED:20261204T080000Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"completed","project":"House","entry":"20261204T080000Z","modified":"20261204T080000Z","end":"20261203T080000Z","listo_absent":"created"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      STATUS:COMPLETED
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"completed","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","end":"19800101T000000Z","listo_absent":"created modified completed"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      STATUS:CANCELLED
      COMPLETED;VALUE=DATE:20261203
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"deleted","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","end":"20261203T000000Z","listo_completed":"2026-12-03","listo_absent":"created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      STATUS:IN-PROCESS
      LAST-MODIFIED:20261204T080000Z
      COMPLETED:20261203T080000
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","project":"House","entry":"20261204T080000Z","modified":"20261204T080000Z","start":"20261204T080000Z","listo_completed":"2026-12-03T08:00:00","listo_absent":"created"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      STATUS:FAILED
      PRIORITY:0
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"deleted","listo_status":"failed","project":"House","listo_priority":"0","entry":"19800101T000000Z","modified":"19800101T000000Z","end":"19800101T000000Z","listo_absent":"created modified completed"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      STATUS:Odd "one"
      PRIORITY:-3
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"Odd \"one\"","project":"House","listo_priority":"-3","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      PRIORITY:+5
      PERCENT-COMPLETE:140
      X-APPLE-SORT-ORDER:-7
      SEQUENCE:07
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"in-process","project":"House","priority":"M","entry":"19800101T000000Z","modified":"19800101T000000Z","start":"19800101T000000Z","listo_percent":"140","listo_order":"-7","listo_sequence":"7","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DUE;VALUE=DATE:20261210
      DTSTART:20261209T090000
      CREATED:20261101T100000Z
      DTSTAMP:20261101T100000Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","due":"20261210T000000Z","scheduled":"20261209T090000Z","entry":"20261101T100000Z","modified":"20261101T100000Z","listo_due":"2026-12-10","listo_start":"2026-12-09T09:00:00","listo_absent":"status modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DUE;TZID=Europe/Berlin:20261210T101500
      DTSTART;TZID=No/Such:20261209T090000
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","due":"20261210T091500Z","scheduled":"20261209T090000Z","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_due":"2026-12-10T10:15:00 Europe/Berlin","listo_due_utc":"20261210T091500Z","listo_start":"2026-12-09T09:00:00 No/Such","listo_start_utc":"20261209T090000Z","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DUE;TZID="a ^'b^'":20261210T101500
      CREATED;TZID=Home:20261101T100000
      DTSTAMP;TZID=Home:20261101T100000
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","due":"20261210T101500Z","entry":"20261101T050000Z","modified":"20261101T050000Z","listo_due":"2026-12-10T10:15:00 a \"b\"","listo_due_utc":"20261210T101500Z","listo_created":"2026-11-01T10:00:00 Home","listo_created_utc":"20261101T050000Z","listo_stamp":"2026-11-01T10:00:00 Home","listo_absent":"status modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      STATUS:COMPLETED
      COMPLETED;TZID=Home:20261101T100000
      LAST-MODIFIED;TZID=Home:20261101T100000
      CREATED;VALUE=DATE:20261101
      DTSTAMP:20261101T050000Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"completed","project":"House","entry":"20261101T000000Z","modified":"20261101T050000Z","end":"20261101T050000Z","listo_created":"2026-11-01","listo_modified":"2026-11-01T10:00:00 Home","listo_modified_utc":"20261101T050000Z","listo_completed":"2026-11-01T10:00:00 Home","listo_completed_utc":"20261101T050000Z","listo_stamp":"2026-11-01T05:00:00Z"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DUE:19700101T000000Z
      DTSTART;VALUE=DATE:99991231
      CREATED:00010101T000000Z
      LAST-MODIFIED:19791231T235959Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","due":"19800101T000000Z","scheduled":"99991230T235959Z","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_due":"1970-01-01T00:00:00Z","listo_start":"9999-12-31","listo_created":"0001-01-01T00:00:00Z","listo_modified":"1979-12-31T23:59:59Z","listo_absent":"status"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DUE:20280229T101500Z
      DTSTART;VALUE=DATE:20280229
      LAST-MODIFIED:20261231T235960Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","due":"20280229T101500Z","scheduled":"20280229T000000Z","entry":"20261231T235959Z","modified":"20261231T235959Z","listo_start":"2028-02-29","listo_modified":"2026-12-31T23:59:60Z","listo_absent":"status created"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DTSTART;VALUE=DATE:20261209
      DURATION:P1D
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","due":"20261210T000000Z","scheduled":"20261209T000000Z","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_due":"2026-12-10","listo_start":"2026-12-09","listo_absent":"status created modified","listo_lines":"DURATION:P1D"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      CATEGORIES:a,b
      CATEGORIES:c
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","tags":["a","b","c"],"listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      CATEGORIES:garden,Home
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","tags":["garden","Home"],"listo_tags":"garden, Home","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      CATEGORIES:a\,b,"q",a b,é,a:b,a_b
      CATEGORIES;LANGUAGE=en:é
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","tags":["a_b","_q_","é"],"listo_tags":"a\\,b, \"q\", a b, é, a:b, a_b","listo_absent":"status created modified","listo_lines":"CATEGORIES:a\\,b,\"q\",a b,é,a:b,a_b\nCATEGORIES;LANGUAGE=en:é"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DESCRIPTION:one\ntwo\, three\Nfour
      LAST-MODIFIED:20261231T235959Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"20261231T235959Z","modified":"20261231T235959Z","annotations":[{"entry":"20261231T235959Z","description":"one"},{"entry":"20270101T000000Z","description":"two, three"},{"entry":"20270101T000001Z","description":"four"}],"listo_absent":"status created"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DESCRIPTION:\none\n\n  \ntwo\\n\n
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","annotations":[{"entry":"19800101T000000Z","description":"one"},{"entry":"19800101T000001Z","description":"two\\n"}],"listo_notes":"\none\n\n  \ntwo\\n\n","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DESCRIPTION:<20><20><20>
      CREATED:99991230T235959Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"99991230T235959Z","modified":"99991230T235959Z","listo_notes":"   ","listo_absent":"status modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      DESCRIPTION:one\ntwo
      CREATED:99991231T000000Z
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"99991230T235959Z","modified":"99991230T235959Z","listo_created":"9999-12-31T00:00:00Z","annotations":[{"entry":"99991230T235959Z","description":"one"},{"entry":"99991230T235959Z","description":"two"}],"listo_absent":"status modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      RELATED-TO;RELTYPE=DEPENDS-ON:b
      RELATED-TO;RELTYPE=DEPENDS-ON:B0114795-7B60-4774-B561-ED9A2D02AD92
      RELATED-TO:p
      RELATED-TO;RELTYPE=SIBLING:s
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","depends":["2c32f338-3e75-514c-a3ed-83ec08d2691b","b0114795-7b60-4774-b561-ed9a2d02ad92"],"listo_depends":"b, B0114795-7B60-4774-B561-ED9A2D02AD92","listo_parent":"p","listo_absent":"status created modified","listo_rest":"RELATED-TO;RELTYPE=SIBLING:s"}"#
    ),
    (
      #"""
      UID:b0114795-7b60-4774-b561-ed9a2d02ad92
      SUMMARY:x
      RECURRENCE-ID;TZID=Europe/Berlin:20261210T101500
      RRULE:FREQ=WEEKLY
      """#,
      #"{"uuid":"ab5618ff-5804-50ff-875f-5b80741a970a","listo_uid":"b0114795-7b60-4774-b561-ed9a2d02ad92","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_recurrence":"FREQ=WEEKLY","listo_recurrence_id":"2026-12-10T10:15:00 Europe/Berlin","listo_absent":"status created modified"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      GEO:48.2;11.1
      CLASS:PRIVATE
      URL:https://example.org/?a=b\,c
      LOCATION;ALTREP="x":Room\, two
      RRULE:FREQ=NEVER
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_location":"Room, two","listo_url":"https://example.org/?a=b\\,c","listo_geo":"48.2;11.1","listo_classification":"PRIVATE","listo_absent":"status created modified","listo_lines":"LOCATION;ALTREP=\"x\":Room\\, two","listo_rest":"RRULE:FREQ=NEVER"}"#
    ),
    (
      #"""
      UID:b0114795-7b60-4774-b561-ed9a2d02ad92
      SUMMARY:x
      X-TASKWARRIOR;X-NAME=uuid:00000000-0000-4000-8000-00000000000A
      X-TASKWARRIOR;X-NAME=estimate:3\,5h
      X-TASKWARRIOR;X-NAME=wait:20270101T000000Z
      X-TASKWARRIOR;X-NAME=until:soon
      X-TASKWARRIOR;X-NAME=n;VALUE=X-JSON:3.50
      X-TASKWARRIOR;X-NAME=estimate:4h
      X-TASKWARRIOR;X-NAME=recur:weekly
      """#,
      #"{"uuid":"00000000-0000-4000-8000-00000000000a","listo_uid":"b0114795-7b60-4774-b561-ed9a2d02ad92","listo_uuid":"00000000-0000-4000-8000-00000000000a","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"status created modified","estimate":"3,5h","wait":"20270101T000000Z","n":3.50,"listo_rest":"X-TASKWARRIOR;X-NAME=uuid:00000000-0000-4000-8000-00000000000A\nX-TASKWARRIOR;X-NAME=until:soon\nX-TASKWARRIOR;X-NAME=estimate:4h\nX-TASKWARRIOR;X-NAME=recur:weekly"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:x
      SUMMARY:second
      URL:
      COMMENT:a "b"
      no line
      BEGIN:VALARM
      TRIGGER:-PT5M
      X-A:1
      END:VALARM
      BEGIN:X-PART
      X-A:1
      BEGIN:X-INNER
      END:X-INNER
      END:X-PART
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"x","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"status created modified","listo_rest":"SUMMARY:second\nURL:\nCOMMENT:a \"b\"\nno line\nBEGIN:VALARM\nTRIGGER:-PT5M\nX-A:1\nEND:VALARM\nBEGIN:X-PART\nX-A:1\nBEGIN:X-INNER\nEND:X-INNER\nEND:X-PART"}"#
    ),
    (
      #"""
      UID:1
      SUMMARY:bell <07> del <7F> c1 <85>
      COMMENT:<07><7F><85>
      X-FOO:<07><7F><85>
      """#,
      #"{"uuid":"c006e90d-458e-56f0-b16d-c0aec7c81fc5","listo_uid":"1","description":"bell \u0007 del \u007f c1 \u0085","status":"pending","listo_status":"needs-action","project":"House","entry":"19800101T000000Z","modified":"19800101T000000Z","listo_absent":"status created modified","listo_rest":"COMMENT:\u0007\u007f\u0085\nX-FOO:\u0007\u007f\u0085"}"#
    ),
  ]
}
