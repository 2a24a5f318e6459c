package struct QRCode {
  package let text = ""
  package init?(_ content: String) { return nil }
}
