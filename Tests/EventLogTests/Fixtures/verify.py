# Verifies the digests and the checksum of an export, written from the documentation of `Digest`
# and `ClosingLine`.
import datetime, hashlib, json, re, sys, uuid

def blake2b(data): return hashlib.blake2b(data, digest_size=32).hexdigest()
def number(n): return n.to_bytes(8, 'little', signed=True)
def moment(text):
    seconds, nanoseconds = re.fullmatch(r'(.*)\.(\d{9})Z', text).groups()
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
