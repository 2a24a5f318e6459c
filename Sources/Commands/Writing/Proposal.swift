import Timing

/// What is to be appended. (`Request` alone is also what a command line asks for.)
typealias Proposal = Request
