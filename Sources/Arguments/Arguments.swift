// The command line, declared once as data.
