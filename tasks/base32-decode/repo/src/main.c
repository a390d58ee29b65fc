#include "base32.h"
#include "options.h"
#include "wrap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 4096

enum { EXIT_USAGE = 2 };

static int fail(const char *name)
{
    fprintf(stderr, "b32: %s: %s\n", name, strerror(errno));
    return EXIT_FAILURE;
}

static int encode(FILE *in, const char *name, const struct options *options)
{
    struct b32_encoder encoder;
    struct wrap wrap = {stdout, options->columns, 0};
    uint8_t bytes[CHUNK];
    char text[B32_ENCODED_SIZE(CHUNK)];
    size_t n;

    b32_encode_init(&encoder, options->alphabet);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0) {
        if (wrap_write(&wrap, text, b32_encode_update(&encoder, bytes, n, text)) != 0)
            return fail("standard output");
    }
    if (ferror(in))
        return fail(name);
    if (wrap_write(&wrap, text, b32_encode_finish(&encoder, text)) != 0 || wrap_end(&wrap) != 0)
        return fail("standard output");
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct options options;
    switch (parse_options(argc, argv, &options)) {
    case PARSED_HELP:
        fputs(usage, stdout);
        return EXIT_SUCCESS;
    case PARSED_WRONG:
        return EXIT_USAGE;
    case PARSED_RUN:
        break;
    }

    const char *name = options.file != NULL ? options.file : "standard input";
    FILE *in = stdin;
    if (options.file != NULL && (in = fopen(options.file, "rb")) == NULL)
        return fail(name);

    int status = encode(in, name, &options);
    if (in != stdin)
        fclose(in);
    if (fflush(stdout) != 0 && status == EXIT_SUCCESS)
        status = fail("standard output");
    return status;
}
