import Commands
import Glibc

// A reader that goes away is an error of the write then, and not the end of the process.
signal(SIGPIPE, SIG_IGN)
// So is a file that has reached the limit on its length.
signal(SIGXFSZ, SIG_IGN)
let words = argumentBytes()
prepareSQLite(for: words)
exit(run(words))
