import Testing
@testable import Listo
@Suite struct ListoTests { @Test func builds() {} }
