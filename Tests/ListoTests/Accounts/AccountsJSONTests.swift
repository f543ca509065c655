import Testing

@testable import Listo
@testable import ListoAccounts

/// The JSON of a sync of several accounts, for scripts.
@Suite struct AccountsJSONTests {
  @Test func eachAccountHasItsReportOrAnError() {
    var report = SyncReport()
    // In the order of the cases, and none that did not happen.
    report.counts = [.send: 2, .takeNew: 1]
    report.lists = [.pair: 1]
    report.conflicts = [SyncReport.Line(list: "Home", title: "Milk", text: "both changed DUE")]
    report.stopped = [SyncReport.Line(list: "Old", title: "", text: "it is gone", repairs: ["take it away"])]
    var told = AccountsJSON(.sync)
    told.begin("work")
    told.add(report.json(requests: 3))
    told.begin("home")
    told.add(error: "it cannot be reached")
    #expect(
      String(decoding: told.json.compact, as: UTF8.self) == #"""
        {"listo":"sync","version":1,"accounts":[{"account":"work","requests":3,"lists":{"pair":1},\#
        "items":{"new-there":1,"changed-here":2},\#
        "conflicts":[{"list":"Home","title":"Milk","text":"both changed DUE"}],"waiting":[],\#
        "stopped":[{"list":"Old","text":"it is gone","repairs":["take it away"]}],"notes":[],"isUnsettled":false},\#
        {"account":"home","error":"it cannot be reached"}]}
        """#)
  }
}
