import Testing
import Timing

@testable import EventLog
@testable import Logbook
import Text

struct DigestTests {
  /// Verifies the digests and the checksum of an export, written from the documentation of `Digest`
  /// and `ClosingLine`.
  private static let python = """
    import datetime, hashlib, json, re, sys, uuid

    def blake2b(data): return hashlib.blake2b(data, digest_size=32).hexdigest()
    def number(n): return n.to_bytes(8, 'little', signed=True)
    def moment(text):
        seconds, nanoseconds = re.fullmatch(r'(.*)\\.(\\d{9})Z', text).groups()
        time = datetime.datetime.fromisoformat(seconds + '+00:00')
        zero = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        return ((time - zero) // datetime.timedelta(seconds=1)) * 10**9 + int(nanoseconds)

    *lines, last = sys.stdin.buffer.read().splitlines(keepends=True)
    for line in lines:
        e = json.loads(line)
        data = line[line.index(b',"data":') + 8 : line.rindex(b',"digest":"')]
        fields = [
            b'laptimer event 1', uuid.UUID(e['id']).bytes, uuid.UUID(e['uid']).bytes,
            e['kind'].encode(), number(e['kind_version']), number(moment(e['at'])),
            e['basis'].encode(), number(moment(e['recorded_at'])), number(e['ticks_ns']),
            e['boot_id'].encode(), e['device'].encode(), number(e['offset_ns']),
            e['source'].encode(), data]
        message = b''.join(number(len(field)) + field for field in fields)
        assert blake2b(message) == e['digest'], line
    closing = json.loads(last)
    assert closing['events'] == len(lines)
    assert closing['checksum'] == blake2b(b''.join(lines))
    print(len(lines), 'events verified')
    """

  @Test func `a Python program can verify an export`() throws {
    let fixture = try LogFixture()
    let done = try fixture.appendRandomEvents(60, seed: 7)
    let python = try OtherProgram(
      "python3", "-c", Self.python, input: fixture.open(.reading).exported())
    #expect(python.output == "\(done) events verified\n")
  }

  @Test func `the digest of an event never changes`() {
    let reading = Reading(
      clock: ClockID(rawValue: 1), ticks: .nanoseconds(123_456_789),
      recordedAt: Moment(nanosecondsSince1970: 1_795_255_228_000_000_000))
    let event = Event(
      id: EventID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0002), version: 2,
      kind: .lapped(label: "Hole 7"), at: reading.recordedAt, basis: .measured, reading: reading)
    let record = Record(
      event, position: 2, session: 1, kindVersion: 1, source: "cli", data: event.kind.data)
    let digest = Digest.of(
      record, session: EventID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0001),
      clock: ClockIdentity(bootID: "boot", device: "device", offset: -1))
    var text: [UInt8] = []
    for byte in digest { text.append(hexadecimal: byte) }
    #expect(
      String(decoding: text, as: UTF8.self)
        == "d025ee3b8d2688ff2ac2f861ae2aee545c2fdf4857f5d7ff4827c26e49acb4a7")
  }
}
