#ifndef BASE32_H
#define BASE32_H

#include <stddef.h>
#include <stdint.h>

/* Base32 of RFC 4648, in steps. */

enum b32_alphabet {
    B32_STANDARD, /* A-Z 2-7, section 6 */
    B32_HEX,      /* 0-9 A-V, section 7 */
};

/* Bytes of one group, and the characters that it becomes. */
#define B32_GROUP_BYTES 5
#define B32_GROUP_CHARS 8

/* Characters that b32_encode_update can write at most for `n` bytes of input. */
#define B32_ENCODED_SIZE(n) (((n) / B32_GROUP_BYTES + 1) * B32_GROUP_CHARS)

struct b32_encoder {
    const char *alphabet;
    uint8_t pending[B32_GROUP_BYTES]; /* bytes of a group that is not complete */
    size_t n_pending;
};

void b32_encode_init(struct b32_encoder *encoder, enum b32_alphabet alphabet);

/* Encodes `n` bytes. Writes to `out`, which must have room for B32_ENCODED_SIZE(n). Returns the characters written. */
size_t b32_encode_update(struct b32_encoder *encoder, const uint8_t *in, size_t n, char *out);

/* Encodes what is left, with padding: 0 or 8 characters. The encoder may be used again. */
size_t b32_encode_finish(struct b32_encoder *encoder, char *out);

#endif
