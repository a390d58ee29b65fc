/** Entry of the heap, ordered by `rank`, then `place`, then key, ascending. */
interface HeapEntry {
  key: string;
  rank: number;
  place: number;
}

/** Priority queue whose entries can be moved and removed by key; every change costs O(log n). */
export class KeyedHeap {
  private readonly entries: HeapEntry[] = [];
  private readonly places = new Map<string, number>();

  get size(): number {
    return this.entries.length;
  }

  first(): Readonly<HeapEntry> | undefined {
    return this.entries[0];
  }

  /** Finds the first entry that is accepted; costs O(n). */
  find(accepts: (key: string) => boolean): Readonly<HeapEntry> | undefined {
    let found: HeapEntry | undefined;
    for (const entry of this.entries)
      if ((found === undefined || isBefore(entry, found)) && accepts(entry.key)) found = entry;
    return found;
  }

  /** Adds an entry or moves it. */
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

  private put(entry: HeapEntry, at: number): void {
    this.entries[at] = entry;
    this.places.set(entry.key, at);
  }

  /** Moves an entry up while it precedes its parent, else down while a child precedes it. */
  private settle(entry: HeapEntry, from: number): void {
    let at = from;
    for (let up = (at - 1) >> 1; at > 0 && isBefore(entry, this.entries[up]!); up = (at - 1) >> 1) {
      this.put(this.entries[up]!, at);
      at = up;
    }
    for (let down = this.lower(at); down !== undefined && isBefore(this.entries[down]!, entry); down = this.lower(at)) {
      this.put(this.entries[down]!, at);
      at = down;
    }
    this.put(entry, at);
  }

  private lower(at: number): number | undefined {
    const left = 2 * at + 1;
    const right = left + 1;
    if (left >= this.entries.length) return undefined;
    return right < this.entries.length && isBefore(this.entries[right]!, this.entries[left]!) ? right : left;
  }
}

function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.place !== b.place) return a.place < b.place;
  return a.key < b.key;
}
