import type { ChallengeVariant } from '../../../contract/validation/contract_lock.js';

/**
 * Runs the checks with some wrong expectations. Returns the failed tests, each with its name in that run, or undefined
 * if there is no readable report.
 */
export type CalibrationRun = (wrong: readonly ChallengeVariant[]) => Promise<ReadonlyMap<string, string> | undefined>;

/** Limits of a calibration. */
export interface CalibrationLimits {
  /** Most runs of the command in total. */
  runs: number;
  /**
   * Returns true once the time is up: what was found is confirmed, and the search ends.
   *
   * @param confirming true during confirmation, for which there is additional time
   */
  over: (confirming: boolean) => boolean;
  /** Returns true once tests that give no strength are no longer tried. */
  enough?: () => boolean;
  /** True if one wrong value of each place is enough. */
  brief?: boolean;
  /** Runs side by side, each in a sandbox of its own; 1 if they share anything. */
  width?: number;
  /** Returns true if no further run may begin. */
  interrupted: () => boolean;
}

/** Counts runs and enforces the limits of a calibration. */
export class CalibrationSession {
  runs = 0;
  stopped = '';
  /** Reason why the search ended early, if it did. */
  reason = '';
  private last = false;
  /** Runs that the confirmation may make whatever the time is. */
  private granted = 0;
  private active = 0;
  private readonly waiting: (() => void)[] = [];
  constructor(
    private readonly run: CalibrationRun,
    private limits: CalibrationLimits,
  ) {}

  /** True once tests that give no strength are no longer tried. */
  get enough(): boolean {
    return this.limits.enough?.() ?? false;
  }

  /** True if one wrong value of each place is enough. */
  get brief(): boolean {
    return this.limits.brief ?? false;
  }

  get over(): boolean {
    if (this.stopped === '' && this.runs >= this.limits.runs) this.stopped = `${this.runs} runs were made`;
    if (this.stopped === '' && this.limits.interrupted()) this.stopped = 'it was interrupted';
    if (this.stopped === '' && this.runs >= this.granted && this.limits.over(this.last))
      this.stopped = 'its time was over';
    return this.stopped !== '';
  }

  /**
   * Allows some more runs for the confirmation, without which the search would be worthless.
   *
   * @param granted how many of them may be made although the time is over
   */
  extend(runs: number, granted: number): void {
    this.granted = this.runs + granted;
    this.limits = { ...this.limits, runs: Math.max(this.limits.runs, this.runs) + runs };
    if (this.stopped !== '') this.reason = this.stopped;
    this.stopped = '';
    this.last = true;
  }

  /**
   * Runs the checks once, when there is room beside other runs.
   *
   * @returns undefined if nothing can be read, or if no run is allowed
   */
  async try(wrong: readonly ChallengeVariant[]): Promise<ReadonlyMap<string, string> | undefined> {
    while (this.active >= (this.limits.width ?? 1)) await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (this.over) {
      this.waiting.shift()?.();
      return undefined;
    }
    this.active++;
    this.runs++;
    try {
      return await this.run(wrong);
    } finally {
      this.active--;
      this.waiting.shift()?.();
    }
  }
}
