/// How many arguments the process was started with, its name included.
int carguments_count(void);

/// The arguments of the process, as `main` gets them.
char **carguments_words(void);
