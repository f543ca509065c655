import Testing
@testable import ListoStores
@Suite struct ListoStoresTests { @Test func builds() {} }
