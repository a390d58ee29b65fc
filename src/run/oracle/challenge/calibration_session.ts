import type { ChallengeVariant } from '../../../contract/lock.js';

/** What one run with some wrong expectations shows: the tests that failed, each with the name that it had; undefined = no readable report. */
export type CalibrationRun = (wrong: readonly ChallengeVariant[]) => Promise<ReadonlyMap<string, string> | undefined>;

/** Bounds of a calibration. */
export interface CalibrationLimits {
  /** Runs of the command, all together. */
  runs: number;
  /** Variants that are enough for one test, at the place where the unchanged repository fails. */
  variants: number;
  /** Places of one test that are enough, where it is not known at which of them the unchanged repository fails. */
  places: number;
  /**
   * Returns true when its time is over: what was found is confirmed, and no more is looked for.
   *
   * @param confirming it is being confirmed, for which there is time again
   */
  over: (confirming: boolean) => boolean;
  /** Returns true when no further run may begin at all. */
  interrupted: () => boolean;
}

/** Counts runs and says when no more may be made. */
export class CalibrationSession {
  runs = 0;
  stopped = '';
  /** Why the search ended early, if it did. */
  reason = '';
  private last = false;
  constructor(
    private readonly run: CalibrationRun,
    private limits: CalibrationLimits,
  ) {}

  get over(): boolean {
    if (this.stopped === '' && this.runs >= this.limits.runs) this.stopped = `${this.runs} runs were made`;
    if (this.stopped === '' && this.limits.interrupted()) this.stopped = 'it was interrupted';
    if (this.stopped === '' && this.limits.over(this.last)) this.stopped = 'its time was over';
    return this.stopped !== '';
  }

  /** Allows some more runs for the last step, without which everything before was for nothing. */
  extend(runs: number): void {
    this.limits = { ...this.limits, runs: Math.max(this.limits.runs, this.runs) + runs };
    if (this.stopped !== '') this.reason = this.stopped;
    this.stopped = '';
    this.last = true;
  }

  /** @returns undefined when nothing can be read, or no run may be made */
  async try(wrong: readonly ChallengeVariant[]): Promise<ReadonlyMap<string, string> | undefined> {
    if (this.over) return undefined;
    this.runs++;
    return this.run(wrong);
  }
}
