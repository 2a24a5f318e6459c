// The wide-character curses, as far as the screen needs it: much of it is macros, which Swift does
// not see.
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <term.h>
#include <wchar.h>

// <term.h> has a macro for every capability, some with names of everyday.
#undef columns
#undef lines
#undef tab
#undef bell

enum { CCURSES_BOLD = 1, CCURSES_DIM = 2, CCURSES_REVERSE = 4 };

/// Puts one character, which may be several code points, into a cell: 0, or -1 if it has no place.
static inline int ccurses_put(
    int row, int column, const wchar_t *text, int attributes, short pair) {
  cchar_t cell;
  attr_t bits = A_NORMAL;
  if (attributes & CCURSES_BOLD) bits |= A_BOLD;
  if (attributes & CCURSES_DIM) bits |= A_DIM;
  if (attributes & CCURSES_REVERSE) bits |= A_REVERSE;
  if (setcchar(&cell, text, bits, pair, NULL) == ERR) return -1;
  return mvadd_wch(row, column, &cell) == ERR ? -1 : 0;
}

/// Whether the terminal of setupterm(3x) can be told where to write: whether it has `cup`.
static inline int ccurses_moves_cursor(void) {
  const char *capability = tigetstr("cup");
  return capability != NULL && capability != (const char *)-1;
}

/// True if the terminal of setupterm(3x) moves the cursor by the sequences of ECMA-48.
static inline int ccurses_obeys_ecma48(void) {
  const char *capability = tigetstr("cup");
  return capability != NULL && capability != (const char *)-1 && capability[0] == '\033' &&
         capability[1] == '[';
}

/// Looks a kind of terminal up: 1 if it is known, 0 if not or too little, -1 without a database.
static inline int ccurses_look_up(const char *kind, int file) {
  int answer = -1;
  return setupterm(kind, file, &answer) == OK ? 1 : answer;
}

static inline void ccurses_leave(int number) { (void)number; }

/// Opens a screen on standard output; NULL if that cannot be.
///
/// Curses takes SIGTSTP over if it finds it with its default action, and then ignores it during
/// each update: one that waits blocked is dropped by that (sigaction(2)). So it finds another.
static inline SCREEN *ccurses_open(const char *kind) {
  void (*before)(int) = signal(SIGTSTP, ccurses_leave);
  SCREEN *screen = newterm(kind, stdout, stdin);
  signal(SIGTSTP, before);
  if (screen == NULL) return NULL;
  cbreak();
  noecho();
  nonl();
  leaveok(stdscr, FALSE);
  return screen;
}

/// Has the next refresh write the whole screen.
static inline void ccurses_forget(void) { clearok(curscr, TRUE); }

/// Makes the screen so large, and empties it: 1 if it was not before.
static inline int ccurses_resize(int rows, int columns) {
  if (rows == LINES && columns == COLS) return 0;
  resizeterm(rows, columns);
  erase();
  return 1;
}
