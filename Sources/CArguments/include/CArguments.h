/// The number of arguments of the process, its name included.
int carguments_count(void);

/// The arguments of the process, as `main` gets them.
char **carguments_words(void);
