#include "base32.h"

#include <string.h>

static const char *const alphabets[] = {
    [B32_STANDARD] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    [B32_HEX] = "0123456789ABCDEFGHIJKLMNOPQRSTUV",
};

/* Characters that carry data when a group has 0 to 5 bytes. The rest of the 8 is padding. */
static const size_t chars_of_bytes[] = {0, 2, 4, 5, 7, 8};

void b32_encode_init(struct b32_encoder *encoder, enum b32_alphabet alphabet)
{
    memset(encoder, 0, sizeof *encoder);
    encoder->alphabet = alphabets[alphabet];
}

/* One group of 1 to 5 bytes becomes 8 characters. */
static void encode_group(const char *alphabet, const uint8_t *in, size_t n, char *out)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < B32_GROUP_BYTES; i++)
        bits = bits << 8 | (i < n ? in[i] : 0);
    for (size_t i = 0; i < B32_GROUP_CHARS; i++) {
        size_t shift = 5 * (B32_GROUP_CHARS - 1 - i);
        out[i] = i < chars_of_bytes[n] ? alphabet[bits >> shift & 31] : '=';
    }
}

size_t b32_encode_update(struct b32_encoder *encoder, const uint8_t *in, size_t n, char *out)
{
    size_t written = 0;
    for (size_t i = 0; i < n; i++) {
        encoder->pending[encoder->n_pending++] = in[i];
        if (encoder->n_pending == B32_GROUP_BYTES) {
            encode_group(encoder->alphabet, encoder->pending, B32_GROUP_BYTES, out + written);
            written += B32_GROUP_CHARS;
            encoder->n_pending = 0;
        }
    }
    return written;
}

size_t b32_encode_finish(struct b32_encoder *encoder, char *out)
{
    if (encoder->n_pending == 0)
        return 0;
    encode_group(encoder->alphabet, encoder->pending, encoder->n_pending, out);
    encoder->n_pending = 0;
    return B32_GROUP_CHARS;
}
