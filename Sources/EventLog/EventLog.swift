import CSQLite
import CSodium

// The append-only log of events on SQLite.
