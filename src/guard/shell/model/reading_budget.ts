import { type ParsedCommand, UNREAD_VALUE } from '../../invocation.js';

/** Maximum length of a line that is read, in characters. */
export const MAX_LINE_LENGTH = 64 * 1024;
const MAX_DEPTH = 32;
const MAX_STEPS = 10_000;
const MAX_INVOCATIONS = 1_000;

/** Concatenates outputs; a text that is too long is not read. */
export const joinOutputs = (first: string, then: string): string =>
  first.length + then.length > MAX_LINE_LENGTH ? UNREAD_VALUE : first + then;

/** Budget for reading one line. When it is spent, the result has a problem: nothing is skipped silently. */
export class ReadingBudget {
  problem: ParsedCommand['problem'];
  private steps = 0;
  private depth = 0;
  private invocations = 0;

  /** Spends steps. Returns true while some are left, even after a problem of another kind. */
  spend(steps = 1): boolean {
    this.steps += steps;
    if (this.steps > MAX_STEPS) this.fail('too-much', `takes more than ${MAX_STEPS} steps to read`);
    return this.steps <= MAX_STEPS;
  }

  /** Spends one invocation. Returns true if it was within the limit. */
  spendInvocation(): boolean {
    this.invocations += 1;
    if (this.invocations > MAX_INVOCATIONS) this.fail('too-much', `more than ${MAX_INVOCATIONS} commands`);
    return this.invocations <= MAX_INVOCATIONS;
  }

  /** Runs a function one level deeper; returns `otherwise` if the nesting or the budget is exhausted. */
  descend<T>(read: () => T, otherwise: T): T {
    if (this.depth >= MAX_DEPTH) {
      this.fail('too-deep', `commands are nested more than ${MAX_DEPTH} deep`);
      return otherwise;
    }
    this.depth += 1;
    const result = this.spend() ? read() : otherwise;
    this.depth -= 1;
    return result;
  }

  /** Records a problem. The first one stays. */
  fail(kind: NonNullable<ParsedCommand['problem']>['kind'], detail: string): void {
    this.problem ??= { kind, detail };
  }
}
