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
    for (let up = this.upper(index); up && isBefore(entry, up.entry); up = this.upper(index)) {
      this.put(up.entry, index);
      index = up.index;
    }
    for (let down = this.lower(index); down && isBefore(down.entry, entry); down = this.lower(index)) {
      this.put(down.entry, index);
      index = down.index;
    }
    this.put(entry, index);
  }

  private upper(index: number): { entry: HeapEntry; index: number } | undefined {
    return this.place(index === 0 ? -1 : (index - 1) >> 1);
  }

  /** Finds the child that precedes the other. */
  private lower(index: number): { entry: HeapEntry; index: number } | undefined {
    const [left, right] = [this.place(2 * index + 1), this.place(2 * index + 2)];
    return left && right && isBefore(right.entry, left.entry) ? right : left;
  }

  private place(index: number): { entry: HeapEntry; index: number } | undefined {
    const entry = this.entries[index];
    return entry && { entry, index };
  }
}

function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  if (a.rank !== b.rank) return a.rank < b.rank;
  if (a.place !== b.place) return a.place < b.place;
  return a.key < b.key;
}
