/** Where an entry stands: the lowest `rank` is first; among equals the lowest `place`, then the lowest key. */
interface Entry {
  key: string;
  rank: number;
  place: number;
}

/** A priority queue whose entries can be moved and taken out by key: every change costs O(log n). */
export class KeyedHeap {
  private readonly entries: Entry[] = [];
  private readonly places = new Map<string, number>();

  get size(): number {
    return this.entries.length;
  }

  first(): Readonly<Entry> | undefined {
    return this.entries[0];
  }

  /** Puts an entry in, or where it belongs now. */
  set(key: string, rank: number, place = 0): void {
    const entry = { key, rank, place };
    const at = this.places.get(key) ?? this.entries.length;
    this.put(entry, at);
    this.settle(entry, at);
  }

  delete(key: string): void {
    const at = this.places.get(key);
    if (at === undefined) return;
    const last = this.entries.pop()!;
    this.places.delete(key);
    if (last.key === key) return;
    this.put(last, at);
    this.settle(last, at);
  }

  private put(entry: Entry, at: number): void {
    this.entries[at] = entry;
    this.places.set(entry.key, at);
  }

  /** Up as far as it comes before what is above, else down as far as something below comes before it. */
  private settle(entry: Entry, from: number): void {
    let at = from;
    for (let up = (at - 1) >> 1; at > 0 && before(entry, this.entries[up]!); up = (at - 1) >> 1) {
      this.put(this.entries[up]!, at);
      at = up;
    }
    for (let down = this.lower(at); down !== undefined && before(this.entries[down]!, entry); down = this.lower(at)) {
      this.put(this.entries[down]!, at);
      at = down;
    }
    this.put(entry, at);
  }

  private lower(at: number): number | undefined {
    const left = 2 * at + 1;
    const right = left + 1;
    if (left >= this.entries.length) return undefined;
    return right < this.entries.length && before(this.entries[right]!, this.entries[left]!) ? right : left;
  }
}

function before(a: Entry, b: Entry): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.place !== b.place) return a.place < b.place;
  return a.key < b.key;
}
