import Testing

@testable import Web

@Suite struct WebRequestTests {
  @Test func `a parameter is found by its name`() {
    let request = WebRequest(target: "/?a=1", path: [], query: [("a", "1")])
    #expect(request["a"] == "1")
    #expect(request["b"] == nil)
  }
}
