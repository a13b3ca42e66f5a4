/* Hanabi written by hand, as the limit of what a machine can do with these rules: uniformly random games.
 *
 *     hanabi PLAYERS GAMES SEED          one line: moves, games, sum of scores, nanoseconds of processor time
 *     hanabi PLAYERS GAMES SEED trace    every decision and every end, for comparison with the interpreter
 *
 * Eight clues, three lives, five colours with 3, 2, 2, 2 and 1 cards of the ranks, a hint must touch a card, a last
 * turn for everybody after the last card is drawn, no points after the third error. What each hand was told is kept
 * as a mask of ten bits for each card. Random numbers and the order of legal moves are those of the interpreter
 * (sfc32, one stream for the deck of each game, one for all choices of a run): built with IN_ORDER, equal seeds give
 * equal games.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SUITS = 5, RANKS = 5, FACES = SUITS * RANKS, CARDS = 50, CLUES = 8, LIVES = 3, SEATS = 5, HAND = 5 };

#define SUIT_BITS 0x01Fu
#define RANK_BITS 0x3E0u
#define ALL_BITS (SUIT_BITS | RANK_BITS)

/* -- random numbers ------------------------------------------------------------------------------------------------ */

typedef struct {
    uint32_t a, b, c, counter;
} Stream;

static inline uint32_t draw(Stream *s) {
    uint32_t result = s->a + s->b + s->counter;
    s->counter += 1;
    s->a = s->b ^ (s->b >> 9);
    s->b = s->c + (s->c << 3);
    s->c = ((s->c << 21) | (s->c >> 11)) + result;
    return result;
}

static void begin(Stream *s, uint64_t seed, uint32_t stream) {
    s->a = (uint32_t)seed;
    s->b = (uint32_t)(seed >> 32);
    s->c = stream;
    s->counter = 1;
    for (int i = 0; i < 15; i++) draw(s);
}

/* 0 .. bound - 1, each equally likely. Numbers of the last, incomplete stretch (fewer than `bound`) are drawn again;
 * how long it is needs no looking up unless the number lies among the last `bound` ones. */
static inline uint32_t below(Stream *s, uint32_t bound) {
    uint32_t number = draw(s);
    if (number >= UINT32_MAX - bound) {
        uint32_t rest = (uint32_t)((1ull << 32) % bound);
        while (rest && number >= (uint32_t)(0u - rest)) number = draw(s);
    }
    return number % bound;
}

/* -- a game -------------------------------------------------------------------------------------------------------- */

typedef struct {
    int seats, turn, owed; /* `owed`: turns that are left once the deck is out, else -1 */
    int clues, lives, points, left;
    uint8_t deck[CARDS]; /* the faces that are left: which one comes next is drawn when it is dealt */
    uint8_t stack[SUITS];
    uint8_t held[SEATS];
    uint8_t hand[SEATS][HAND];   /* faces: five times the suit, and the rank */
    uint16_t told[SEATS][HAND];  /* what clues have left of suits (low five bits) and ranks for each of them */
    uint16_t touch[SEATS];       /* suits and ranks that some card of the hand has: the hints that may be given */
} Game;

static uint8_t full_deck[CARDS];
static uint16_t bits_of[FACES];

static void prepare(void) {
    static const int copies[RANKS] = {3, 2, 2, 2, 1};
    int n = 0;
    for (int face = 0; face < FACES; face++) {
        for (int i = 0; i < copies[face % RANKS]; i++) full_deck[n++] = (uint8_t)face;
        bits_of[face] = (uint16_t)(1u << (face / RANKS) | 32u << (face % RANKS));
    }
}

/* One of the cards that are left. Built with IN_ORDER the deck is kept in order, as the interpreter keeps it, and a
 * card that cannot be but what it is takes no random number; else the last card takes the place, which is quicker. */
static inline uint8_t drawn(Game *g, Stream *chance) {
#ifdef IN_ORDER
    uint32_t at = g->deck[0] == g->deck[g->left - 1] ? 0 : below(chance, (uint32_t)g->left);
    uint8_t face = g->deck[at];
    g->left--;
    memmove(g->deck + at, g->deck + at + 1, (size_t)g->left - at);
#else
    uint32_t at = below(chance, (uint32_t)g->left);
    uint8_t face = g->deck[at];
    g->deck[at] = g->deck[--g->left];
#endif
    return face;
}

/* A card to a seat, in the newest place. */
static inline void deal(Game *g, Stream *chance, int seat) {
    uint8_t face = drawn(g, chance);
    int place = g->held[seat]++;
    g->hand[seat][place] = face;
    g->told[seat][place] = ALL_BITS;
    g->touch[seat] |= bits_of[face];
}

static void start(Game *g, Stream *chance, int seats) {
    memset(g, 0, sizeof *g);
    memcpy(g->deck, full_deck, CARDS);
    g->seats = seats;
    g->owed = -1;
    g->clues = CLUES;
    g->lives = LIVES;
    g->left = CARDS;
    for (int i = seats <= 3 ? 5 : 4; i > 0; i--)
        for (int seat = 0; seat < seats; seat++) deal(g, chance, seat);
}

static inline int ones(uint32_t bits) { return __builtin_popcount(bits); }

static int legal_moves(const Game *g) {
    int count = g->held[g->turn] * (g->clues < CLUES ? 2 : 1);
    if (g->clues > 0)
        for (int seat = 0; seat < g->seats; seat++)
            if (seat != g->turn) count += ones(g->touch[seat]);
    return count;
}

static inline void hint(Game *g, int seat, uint32_t bit, uint32_t sort) {
    g->clues--;
    for (int i = 0; i < g->held[seat]; i++)
        g->told[seat][i] &= (uint16_t)(bits_of[g->hand[seat][i]] & bit ? bit | (ALL_BITS & ~sort) : ~bit);
}

/* The hint number `k` of one sort among those that may be given, or how many too few there were. */
static inline int hint_number(Game *g, int k, uint32_t sort) {
    for (int seat = 0; seat < g->seats; seat++) {
        if (seat == g->turn) continue;
        uint32_t bits = g->touch[seat] & sort;
        int count = ones(bits);
        if (k < count) {
            while (k--) bits &= bits - 1;
            hint(g, seat, bits & (0u - bits), sort);
            return -1;
        }
        k -= count;
    }
    return k;
}

/* A card out of the hand of whoever acts; younger cards move up. */
static inline int taken(Game *g, int place) {
    int seat = g->turn, face = g->hand[seat][place];
    int rest = --g->held[seat];
    uint32_t touch = 0;
    for (int i = place; i < rest; i++) {
        g->hand[seat][i] = g->hand[seat][i + 1];
        g->told[seat][i] = g->told[seat][i + 1];
    }
    for (int i = 0; i < rest; i++) touch |= bits_of[g->hand[seat][i]];
    g->touch[seat] = (uint16_t)touch;
    return face;
}

/* Lay a card down; is the game over with it? */
static inline int play(Game *g, int face) {
    int suit = face / RANKS;
    if (g->stack[suit] != face % RANKS) return --g->lives == 0;
    g->points++;
    if (++g->stack[suit] == RANKS && g->clues < CLUES) g->clues++;
    return g->points == FACES;
}

/* The move number `k`, and whether the game is over: hints of suits, hints of ranks, discards, plays. */
static inline int move(Game *g, Stream *chance, int k) {
    if (g->clues > 0) {
        k = hint_number(g, k, SUIT_BITS);
        if (k >= 0) k = hint_number(g, k, RANK_BITS);
    }
    if (k >= 0) {
        int held = g->held[g->turn];
        if (g->clues < CLUES && k < held) {
            taken(g, k);
            g->clues++;
        } else {
            if (g->clues < CLUES) k -= held;
            if (play(g, taken(g, k))) return 1;
        }
        if (g->left > 0) {
            deal(g, chance, g->turn);
            if (g->left == 0) g->owed = g->seats + 1;
        }
    }
    if (g->owed > 0 && --g->owed == 0) return 1;
    g->turn = g->turn + 1 == g->seats ? 0 : g->turn + 1;
    return 0;
}

/* -- runs ---------------------------------------------------------------------------------------------------------- */

static void trace(const Game *g, int count, int k) {
    printf("%d %d %d %d %d %d :", g->turn, count, k, g->clues, g->lives, g->left);
    for (int seat = 0; seat < g->seats; seat++)
        for (int i = 0; i < g->held[seat]; i++) printf(" %d/%d", g->hand[seat][i], g->told[seat][i]);
    printf("\n");
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    int seats = atoi(argv[1]), traced = argc > 4;
    uint64_t games = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10), moves = 0, scores = 0;
    if (seats < 2 || seats > SEATS) return 2;
    prepare();
    Stream choices;
    begin(&choices, seed, 1);
    struct timespec from, to;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
    for (uint64_t i = 0; i < games; i++) {
        Game g;
        Stream chance;
        begin(&chance, seed * 1000003u + i, 0);
        start(&g, &chance, seats);
        int over = 0;
        while (!over) {
            int count = legal_moves(&g);
            int k = (int)below(&choices, (uint32_t)count);
            if (traced) trace(&g, count, k);
            over = move(&g, &chance, k);
            moves++;
        }
        int score = g.lives ? g.points : 0;
        if (traced) printf("over %d\n", score);
        scores += (uint64_t)score;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
    long long spent = (to.tv_sec - from.tv_sec) * 1000000000ll + (to.tv_nsec - from.tv_nsec);
    if (!traced)
        printf("%llu %llu %llu %lld\n", (unsigned long long)moves, (unsigned long long)games,
               (unsigned long long)scores, spent);
    return 0;
}
