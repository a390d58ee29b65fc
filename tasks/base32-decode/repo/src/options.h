#ifndef OPTIONS_H
#define OPTIONS_H

#include "base32.h"

#include <stddef.h>

struct options {
    enum b32_alphabet alphabet;
    size_t columns;
    const char *file; /* NULL = standard input */
};

enum parsed { PARSED_RUN, PARSED_HELP, PARSED_WRONG };

extern const char usage[];

/* Reads the command line. PARSED_WRONG: a message has been written to standard error. */
enum parsed parse_options(int argc, char **argv, struct options *options);

#endif
