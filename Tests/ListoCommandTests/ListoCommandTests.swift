import Testing
@testable import ListoCommand
@Suite struct ListoCommandTests { @Test func builds() {} }
