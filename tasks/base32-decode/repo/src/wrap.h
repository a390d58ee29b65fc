#ifndef WRAP_H
#define WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Writes text in lines of `columns` characters; 0 = no line breaks at all. */
struct wrap {
    FILE *out;
    size_t columns;
    size_t at; /* characters in the current line */
};

/* Both return 0, or -1 when the output cannot be written. */
int wrap_write(struct wrap *wrap, const char *text, size_t n);
int wrap_end(struct wrap *wrap);

#endif
