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
    let first: HeapEntry | undefined;
    for (const entry of this.entries)
      if ((first === undefined || isBefore(entry, first)) && accepts(entry.key)) first = entry;
    return first;
  }

  /** Adds an entry or moves it. */
  set(key: string, rank: number, place = 0): void {
    const entry = { key, rank, place };
    const index = this.places.get(key) ?? this.entries.length;
    this.put(entry, index);
    this.settle(entry, index);
  }

  delete(key: string): void {
    const index = this.places.get(key);
    if (index === undefined) return;
    const last = this.entries.pop()!;
    this.places.delete(key);
    if (last.key === key) return;
    this.put(last, index);
    this.settle(last, index);
  }

  private put(entry: HeapEntry, at: number): void {
    this.entries[at] = entry;
    this.places.set(entry.key, at);
  }

  /** Moves an entry up while it precedes its parent, else down while a child precedes it. */
  private settle(entry: HeapEntry, from: number): void {
    let index = from;
    for (let up = (index - 1) >> 1; index > 0 && isBefore(entry, this.entries[up]!); up = (index - 1) >> 1) {
      this.put(this.entries[up]!, index);
      index = up;
    }
    for (
      let down = this.lower(index);
      down !== undefined && isBefore(this.entries[down]!, entry);
      down = this.lower(index)
    ) {
      this.put(this.entries[down]!, index);
      index = down;
    }
    this.put(entry, index);
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
