import Glibc
import Host

// Writing to a closed pipe then fails with EPIPE.
signal(SIGPIPE, SIG_IGN)
occupyClosedStreams()
exit(SyncProgram.run(argumentBytes(), in: .live))
