import Testing
@testable import ListoFormats
@Suite struct ListoFormatsTests { @Test func builds() {} }
