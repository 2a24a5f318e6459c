import Glibc

/// Occupies the descriptors 0 to 2 that the caller has closed, so that no other file gets one.
///
/// Reads and writes of these descriptors then fail with EBADF: "Other file operations (e.g.,
/// read(2), write(2), …) fail with the error EBADF" (open(2), O_PATH).
package func occupyClosedStreams() {
  for descriptor in 0...2 where fcntl(Int32(descriptor), F_GETFD) == -1 {
    // The lowest free descriptor is this one. Swift does not import Glibc's O_PATH. The root folder
    // exists in every chroot.
    _ = open("/", 0o10_000_000)
  }
}
