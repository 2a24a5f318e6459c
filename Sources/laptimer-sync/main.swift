import Glibc
import Host

// Writing to a closed pipe then fails with EPIPE.
signal(SIGPIPE, SIG_IGN)
// Writing beyond the limit on a file's length then fails with EFBIG.
signal(SIGXFSZ, SIG_IGN)
occupyClosedStreams()
exit(SyncProgram.run(argumentBytes(), in: .live))
