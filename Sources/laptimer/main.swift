import Commands
import Glibc

exit(run(CommandLine.arguments))
