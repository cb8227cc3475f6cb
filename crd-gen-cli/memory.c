// memcpy, memmove, memcmp and bcmp for x86-64 programs with musl, in place of musl's own.
//
// Those of musl copy with `rep movsq`, which takes long to start, and compare byte by byte: with them, `crd-gen check` takes an eighth
// more time. These use vectors of 16 bytes, which every x86-64 processor has. The last vector overlaps the one before if the length is
// no multiple of 16.
//
// build.rs compiles this file; a test of the repository compares the functions with loops over bytes.

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

#define LOAD(type, from) ({ type value_; __builtin_memcpy(&value_, (from), sizeof value_); value_; })
#define STORE(to, value) ({ __typeof__(value) value_ = (value); __builtin_memcpy((to), &value_, sizeof value_); })

static inline __m128i load(const char *from) { return _mm_loadu_si128((const __m128i *)from); }
static inline void store(char *to, __m128i value) { _mm_storeu_si128((__m128i *)to, value); }

// Loads everything before it stores anything, so that the places may overlap.
static inline void move_small(char *to, const char *from, size_t n) {
    if (n >= 8) {
        uint64_t first = LOAD(uint64_t, from), last = LOAD(uint64_t, from + n - 8);
        STORE(to, first);
        STORE(to + n - 8, last);
    } else if (n >= 4) {
        uint32_t first = LOAD(uint32_t, from), last = LOAD(uint32_t, from + n - 4);
        STORE(to, first);
        STORE(to + n - 4, last);
    } else if (n >= 2) {
        uint16_t first = LOAD(uint16_t, from), last = LOAD(uint16_t, from + n - 2);
        STORE(to, first);
        STORE(to + n - 2, last);
    } else if (n == 1) {
        *to = *from;
    }
}

static inline void *move(void *into, const void *out_of, size_t n) {
    char *to = into;
    const char *from = out_of;
    if (n <= 16) {
        move_small(to, from, n);
        return into;
    }
    __m128i first = load(from), last = load(from + n - 16);
    if (n <= 32) {
        store(to, first);
        store(to + n - 16, last);
        return into;
    }
    __m128i second = load(from + 16), last_but_one = load(from + n - 32);
    if (n <= 64) {
        store(to, first);
        store(to + 16, second);
        store(to + n - 32, last_but_one);
        store(to + n - 16, last);
        return into;
    }
    if ((uintptr_t)to - (uintptr_t)from >= n) {
        // The end of `to` is not in `from`: forward, 64 bytes at a time. The last 64 bytes are loaded before.
        __m128i third = load(from + n - 64), fourth = load(from + n - 48);
        char *end = to + n;
        for (; n > 64; n -= 64, to += 64, from += 64) {
            __m128i a = load(from), b = load(from + 16), c = load(from + 32), d = load(from + 48);
            store(to, a);
            store(to + 16, b);
            store(to + 32, c);
            store(to + 48, d);
        }
        store(end - 64, third);
        store(end - 48, fourth);
        store(end - 32, last_but_one);
        store(end - 16, last);
    } else {
        __m128i third = load(from + 32), fourth = load(from + 48);
        for (; n > 64; n -= 64) {
            const char *at = from + n - 64;
            __m128i a = load(at), b = load(at + 16), c = load(at + 32), d = load(at + 48);
            store(to + n - 64, a);
            store(to + n - 48, b);
            store(to + n - 32, c);
            store(to + n - 16, d);
        }
        store(to, first);
        store(to + 16, second);
        store(to + 32, third);
        store(to + 48, fourth);
    }
    return into;
}

void *memmove(void *to, const void *from, size_t n) { return move(to, from, n); }
void *memcpy(void *restrict to, const void *restrict from, size_t n) { return move(to, from, n); }

static inline int order(uint64_t one, uint64_t other) {
    one = __builtin_bswap64(one);
    other = __builtin_bswap64(other);
    return (one > other) - (one < other);
}

static inline int order_16(const char *one, const char *other) {
    unsigned different = 0xffff ^ (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(load(one), load(other)));
    if (!different) return 0;
    unsigned at = (unsigned)__builtin_ctz(different);
    return (int)(uint8_t)one[at] - (int)(uint8_t)other[at];
}

static inline int compare(const void *left, const void *right, size_t n) {
    const char *one = left, *other = right;
    if (n >= 16) {
        size_t at = 0;
        for (; at + 16 <= n; at += 16) {
            int ordered = order_16(one + at, other + at);
            if (ordered) return ordered;
        }
        return at == n ? 0 : order_16(one + n - 16, other + n - 16);
    }
    if (n >= 8) {
        int ordered = order(LOAD(uint64_t, one), LOAD(uint64_t, other));
        return ordered ? ordered : order(LOAD(uint64_t, one + n - 8), LOAD(uint64_t, other + n - 8));
    }
    if (n >= 4) {
        int ordered = order(LOAD(uint32_t, one), LOAD(uint32_t, other));
        return ordered ? ordered : order(LOAD(uint32_t, one + n - 4), LOAD(uint32_t, other + n - 4));
    }
    for (size_t at = 0; at < n; at++) {
        if (one[at] != other[at]) return (int)(uint8_t)one[at] - (int)(uint8_t)other[at];
    }
    return 0;
}

int memcmp(const void *left, const void *right, size_t n) { return compare(left, right, n); }
int bcmp(const void *left, const void *right, size_t n) { return compare(left, right, n); }
