/** Number of characters that caches of texts may hold together. */
export class TextBudget {
  /** Number of times that the budget was used up. */
  generation = 0;
  #used = 0;
  readonly #caches: { turn(): void }[] = [];

  /** @param limit characters of one generation; caches hold up to two */
  constructor(readonly limit: number) {}

  /** Adds a cache, which drops its texts with the generations. */
  add(cache: { turn(): void }): void {
    this.#caches.push(cache);
  }

  /** Counts a text; opens the next generation when the budget is used up. */
  spend(characters: number): void {
    this.#used += characters;
    if (this.#used <= this.limit) return;
    this.#used = characters;
    this.generation++;
    for (const cache of this.#caches) cache.turn();
  }
}

/** Text with the value that it stands for. */
export interface KnownText<T> {
  text: string;
  value: T;
}

/**
 * Cache of values by their text. It holds the texts of its budget's generation, and those of the one before until they
 * are asked for again: what is in use stays, and memory is bounded.
 */
export class TextCache<T> {
  #generation = 0;
  #fresh = new Map<string, KnownText<T>>();
  #old = new Map<string, KnownText<T>>();

  constructor(readonly budget: TextBudget) {
    budget.add(this);
  }

  /** Returns a text with its value; undefined if the cache does not hold it. */
  get(text: string): KnownText<T> | undefined {
    const entry = this.#fresh.get(text);
    if (entry !== undefined || this.#old.size === 0) return entry;
    const old = this.#old.get(text);
    if (old !== undefined) this.#keep(old);
    return old;
  }

  /** Stores a value. The text, one character per byte, is copied: a part of a longer one would keep all of that. */
  set(text: string, value: T): KnownText<T> {
    const entry = { text: Buffer.from(text, 'latin1').toString('latin1'), value };
    this.#keep(entry);
    return entry;
  }

  #keep(known: KnownText<T>): void {
    this.budget.spend(known.text.length);
    this.#fresh.set(known.text, known);
  }

  /** Drops the texts of the generation before the last one. */
  turn(): void {
    const { generation } = this.budget;
    if (generation === this.#generation) return;
    this.#old = generation === this.#generation + 1 ? this.#fresh : new Map();
    this.#fresh = new Map();
    this.#generation = generation;
  }
}
