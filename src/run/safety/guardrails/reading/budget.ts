import type { Reading } from '../deed.js';

/** A longer line is not read, in characters. */
export const MAX_LENGTH = 64 * 1024;
/** Commands inside commands, wrappers included. */
const MAX_DEPTH = 32;
const MAX_STEPS = 10_000;
const MAX_DEEDS = 1_000;

/** What reading one line may cost, shared by all that is read for it. Spent = the reading has a problem, never a silent gap. */
export class Budget {
  problem: Reading['problem'];
  private steps = 0;
  private depth = 0;
  private deeds = 0;

  /** Whether there is still something to spend; after a problem of any kind reading goes on only while there is. */
  spend(steps = 1): boolean {
    this.steps += steps;
    if (this.steps > MAX_STEPS) this.fail('too-much', `takes more than ${MAX_STEPS} steps to read`);
    return this.steps <= MAX_STEPS;
  }

  /** Whether there is room for one more deed. */
  deed(): boolean {
    this.deeds += 1;
    if (this.deeds > MAX_DEEDS) this.fail('too-much', `more than ${MAX_DEEDS} commands`);
    return this.deeds <= MAX_DEEDS;
  }

  /** Reads one level deeper, or not at all. */
  deeper<T>(read: () => T, otherwise: T): T {
    if (this.depth >= MAX_DEPTH) {
      this.fail('too-deep', `commands are nested more than ${MAX_DEPTH} deep`);
      return otherwise;
    }
    this.depth += 1;
    const result = this.spend() ? read() : otherwise;
    this.depth -= 1;
    return result;
  }

  /** The first problem stays. */
  fail(kind: NonNullable<Reading['problem']>['kind'], detail: string): void {
    this.problem ??= { kind, detail };
  }
}
