import Testing

@testable import Logbook

struct ChipOwnerTests {
  /// Owners of a chip, by the newest event first.
  private let owners = [
    ChipOwner(bib: "5", place: .seconds(20)), ChipOwner(bib: "4", place: nil),
    ChipOwner(bib: "3", place: .seconds(10)), ChipOwner(bib: "2", place: .seconds(10)),
    ChipOwner(bib: "1", place: nil),
  ]

  @Test func `the latest link up to a place gives a chip`() {
    #expect(owners.owner(at: .seconds(20)) == "5")
    #expect(owners.owner(at: .seconds(19)) == "3")
    #expect(owners.owner(at: .seconds(10)) == "3")
  }

  @Test func `before all links, the newest entry has the chip`() {
    #expect(owners.owner(at: .seconds(9)) == "4")
    #expect(owners.filter { $0.place != nil }.owner(at: .seconds(9)) == nil)
  }
}
