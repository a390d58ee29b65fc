#include "wrap.h"

int wrap_write(struct wrap *wrap, const char *text, size_t n)
{
    if (wrap->columns == 0)
        return fwrite(text, 1, n, wrap->out) == n ? 0 : -1;
    while (n > 0) {
        size_t room = wrap->columns - wrap->at;
        size_t part = n < room ? n : room;
        if (fwrite(text, 1, part, wrap->out) != part)
            return -1;
        text += part;
        n -= part;
        wrap->at += part;
        if (wrap->at == wrap->columns) {
            if (putc('\n', wrap->out) == EOF)
                return -1;
            wrap->at = 0;
        }
    }
    return 0;
}

int wrap_end(struct wrap *wrap)
{
    if (wrap->at > 0 && putc('\n', wrap->out) == EOF)
        return -1;
    wrap->at = 0;
    return 0;
}
