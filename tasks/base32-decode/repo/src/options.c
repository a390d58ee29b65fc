#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_COLUMNS 76

const char usage[] =
    "usage: b32 [-x] [-w COLS] [FILE]\n"
    "  -w COLS  wrap lines after COLS characters (default 76, 0 = never)\n"
    "  -x       extended hex alphabet\n"
    "  -h       this help\n";

static int read_columns(const char *text, size_t *columns)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || strchr(text, '-') != NULL)
        return -1;
    *columns = value;
    return 0;
}

enum parsed parse_options(int argc, char **argv, struct options *options)
{
    options->alphabet = B32_STANDARD;
    options->columns = DEFAULT_COLUMNS;
    options->file = NULL;

    int option;
    while ((option = getopt(argc, argv, "w:xh")) != -1) {
        switch (option) {
        case 'w':
            if (read_columns(optarg, &options->columns) != 0) {
                fprintf(stderr, "b32: -w needs a number of columns, not %s\n", optarg);
                return PARSED_WRONG;
            }
            break;
        case 'x':
            options->alphabet = B32_HEX;
            break;
        case 'h':
            return PARSED_HELP;
        default:
            fputs(usage, stderr);
            return PARSED_WRONG;
        }
    }
    if (argc - optind > 1) {
        fputs(usage, stderr);
        return PARSED_WRONG;
    }
    if (optind < argc && strcmp(argv[optind], "-") != 0)
        options->file = argv[optind];
    return PARSED_RUN;
}
