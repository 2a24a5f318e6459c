import Foundation
import Testing

@testable import Web

/// Requests over real sockets: what is answered, and what is refused.
@Suite struct RequestTests {

  @Test(arguments: [
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5, 5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: +5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: -5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0x5\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length:\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: ٥\r\n\r\nhello",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\ntransfer-encoding: chunked\r\n\r\n0",
    "POST /echo HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n\r\nhello",
    "GET / HTTP/1.1\r\nHost: HOST\r\nHost: HOST\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nhost: evil.test\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : HOST\r\n\r\n", "GET / HTTP/1.1\r\n Host: HOST\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nA: b\r\n c\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\nA: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: HOST\rA: b\r\n\r\n",
    "GET / HTTP/1.1\nHost: HOST\r\n\r\n", "GET / HTTP/1.1\r\nHost: HOST\r\n: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nA\u{0}: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nA: \u{0}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nA\u{301}: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost:\u{301} HOST\r\n\r\n", "GET / HTTP/2.0\r\nHost: HOST\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: HOST\r\n\r\n", "GET /a b HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "GET /\r\nHost: HOST\r\n\r\n", "\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n",
  ])
  func `a request that programs read in different ways is refused, and its connection closed`(
    text: String
  ) throws {
    let answer = try ServedSite().exchange(text)
    #expect(ServedSite.status(of: answer) == 400, "\(text.debugDescription): \(answer)")
    #expect(answer.contains("\"kind\":\"malformed\""))
    #expect(answer.contains("Connection: close\r\n"))
    #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
  }

  @Test(arguments: [
    ("/%2e%2e/etc", 400), ("/..", 400), ("/a/../b", 400), ("/%2E./x", 400), ("/.", 400),
    ("/a%2fb", 400), ("/a%2f%cc%81b", 400), ("/a%5cb", 400), ("/a\\b", 400), ("/%00", 400),
    ("/a%00.html", 400),
    ("/?a=%00", 400), ("/%", 400), ("/%2", 400), ("/%zz", 400), ("/%+5", 400), ("/%ff", 400),
    ("/%c0%af", 400), ("/a#b", 400), ("//", 200), ("http://evil.test/", 400), ("*", 400),
    ("evil.test:80", 400), ("/é", 400), ("/%c3%a9", 200), ("/?a=%", 400), ("/a?b=c&d", 200),
    ("/" + String(repeating: "a", count: 7_000), 200),
    ("/" + String(repeating: "a", count: 9_000), 431),
    ("/" + String(repeating: "%2e", count: 350_000), 431),
  ])
  func `a path is decoded strictly`(target: String, status: Int) throws {
    let text = "GET \(target) HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"
    #expect(try ServedSite().status(text) == status, "\(target.prefix(40))")
  }

  @Test(arguments: [
    ("Host: HOST", 200), ("Host: localhost:PORT", 200), ("Host: LocalHost:PORT", 200),
    ("Host: track.test", 200), ("Host: track.test:8443", 200), ("Host: evil.test", 421),
    ("Host: evil.test:PORT", 421), ("Host: 127.0.0.1", 421), ("Host: 127.0.0.1:1", 421),
    ("Host: 127.0.0.2:PORT", 421), ("Host: 127.0.0.1.evil.test:PORT", 421),
    ("Host: localhost.:PORT", 421), ("Host: [::1]:PORT", 421), ("Host: ", 421),
    ("Host: a@127.0.0.1:PORT", 421), ("Host: 127.0.0.1:PORT:PORT", 421),
  ])
  func `a server answers to its own names only`(header: String, status: Int) throws {
    let site = try ServedSite { $0.hosts = ["track.test"] }
    let host = header.replacing("PORT", with: "\(site.port)")
    #expect(
      try site.status("GET / HTTP/1.1\r\n\(host)\r\nConnection: close\r\n\r\n") == status, "\(host)"
    )
  }

  @Test(arguments: [
    ("", 200), ("Origin: http://HOST\r\n", 200), ("Origin: http://evil.test\r\n", 403),
    ("Origin: null\r\n", 403), ("Origin: http://HOST.evil.test\r\n", 403),
    ("Origin: http://127.0.0.1\r\n", 403), ("Origin: http://HOST\r\nOrigin: http://HOST\r\n", 400),
  ])
  func `a page of another address cannot post`(header: String, status: Int) throws {
    let text =
      "POST /echo HTTP/1.1\r\nHost: HOST\r\n\(header)Connection: close\r\nContent-Length: 2\r\n\r\nhi"
    #expect(try ServedSite().status(text) == status, "\(header)")
  }

  @Test(arguments: [
    ("DELETE / HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    ("OPTIONS / HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    ("G\u{1}T / HTTP/1.1\r\nHost: HOST\r\n\r\n", 400),
    ("POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 65537\r\n\r\n", 413),
    ("POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    ("GET / HTTP/1.1\r\nHost: HOST\r\n" + String(repeating: "A: b\r\n", count: 200_000), 431),
    ("GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 9_000) + "\r\n\r\n", 431),
  ])
  func `other methods and floods are refused`(text: String, status: Int) throws {
    #expect(try ServedSite().status(text) == status)
  }

  @Test func `405 says which methods are answered`() throws {
    let answer = try ServedSite().exchange("PUT / HTTP/1.1\r\nHost: HOST\r\n\r\n")
    #expect(answer.contains("\r\nAllow: GET, HEAD, POST\r\n"))
  }

  @Test func `the longest body arrives whole`() throws {
    let body = String(repeating: "0123456789abcdef", count: 4_096)
    let answer = try ServedSite().exchange(
      "POST /echo HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Length: 65536\r\n\r\n\(body)"
    )
    #expect(answer.hasSuffix("\r\n\r\n\(body)"))
  }

  @Test func `a body shorter than its length is not served`() throws {
    let site = try ServedSite()
    let client = try Client(site.port)
    try client.send("POST /echo HTTP/1.1\r\nHost: \(site.host)\r\nContent-Length: 9\r\n\r\nhello")
    client.finishSending()
    #expect(try client.readToEnd() == "")
  }

  @Test func `bytes after a body are the next request`() throws {
    let post = "POST /echo HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\n\r\nhello"
    let answer = try ServedSite().exchange("\(post)\r\n\r\n")
    let parts = answer.components(separatedBy: "HTTP/1.1 ").dropFirst()
    #expect(parts.map { $0.prefix(3) } == ["200", "400"])
  }

  @Test func `requests in a row are answered in order`() throws {
    let paths = (1...50).map { "p\($0)" }
    let text = paths.map { "GET /\($0) HTTP/1.1\r\nHost: HOST\r\n\r\n" }.joined()
    let answer = try ServedSite().exchange(
      "\(text)GET /last HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
    let bodies = answer.components(separatedBy: "HTTP/1.1 200 OK").dropFirst().map {
      $0.components(separatedBy: "\r\n\r\n").last
    }
    #expect(bodies == paths + ["last"])
  }

  @Test func `HEAD of a stream ends after its headers`() throws {
    let site = try ServedSite()
    let answer = try site.exchange("HEAD /stream HTTP/1.1\r\nHost: \(site.host)\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
    #expect(try site.get("/connections").hasSuffix(" 0"))
  }

  @Test func `HEAD has the headers of GET without the body`() throws {
    let site = try ServedSite()
    let rest = " /page HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n"
    let (get, head) = (try site.exchange("GET" + rest), try site.exchange("HEAD" + rest))
    #expect(head.hasSuffix("\r\n\r\n"))
    #expect(get.hasPrefix(head) && get.utf8.count == head.utf8.count + 1_900)
    for header in [
      "X-Content-Type-Options: nosniff", "Cache-Control: no-cache", "Vary: Accept-Encoding",
      "ETag: \"7f.1.0\"",
    ] {
      #expect(head.contains("\(header)\r\n"))
    }
    #expect(!head.lowercased().contains("cookie"))
  }

  @Test(arguments: [
    ("", 200, ""), ("If-None-Match: \"7f.1.0\"\r\n", 304, ""),
    ("If-None-Match: \"7f.0.0\"\r\n", 200, ""),
    ("Accept-Encoding: br, gzip\r\n", 200, "\"7f.1.0-gzip\""),
    ("Accept-Encoding: gzip;q=0\r\n", 200, "\"7f.1.0\""),
    ("Accept-Encoding: gzip\r\nIf-None-Match: \"7f.1.0-gzip\"\r\n", 304, "\"7f.1.0-gzip\""),
    ("Accept-Encoding: gzip\r\nIf-None-Match: \"7f.1.0\"\r\n", 200, "\"7f.1.0-gzip\""),
  ])
  func `an unchanged state is answered without a body`(
    headers: String, status: Int, tag: String
  ) throws {
    let answer = try ServedSite().exchange(
      "GET /page HTTP/1.1\r\nHost: HOST\r\n\(headers)Connection: close\r\n\r\n")
    #expect(ServedSite.status(of: answer) == status)
    #expect(answer.contains("ETag: \(tag)"))
    #expect(
      answer.contains("Content-Encoding: gzip\r\n") == (status == 200 && tag.contains("gzip")))
    if status == 304 { #expect(answer.hasSuffix("\r\n\r\n")) }
  }
}
