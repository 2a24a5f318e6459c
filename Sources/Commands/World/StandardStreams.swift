import Glibc

/// Occupies the descriptors 0 to 2 that the caller has closed, so that no other file gets one.
///
/// Reads and writes of these descriptors then fail with EBADF: "Other file operations (e.g.,
/// read(2), write(2), …) fail with the error EBADF" (open(2), O_PATH). Without closed descriptors
/// this is one system call.
package func occupyClosedStreams() {
  // poll(2) reports POLLNVAL for a descriptor that is not open.
  var streams = (0...2).map { pollfd(fd: Int32($0), events: 0, revents: 0) }
  guard poll(&streams, 3, 0) > 0 else { return }
  for stream in streams where stream.revents & Int16(POLLNVAL) != 0 {
    // The lowest free descriptor is this one. Swift does not import Glibc's O_PATH. The root folder
    // exists in every chroot.
    _ = open("/", 0o10_000_000)
  }
}
