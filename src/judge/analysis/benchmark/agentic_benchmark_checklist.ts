import { ABC_CRITERIA } from './abc_criteria.js';

/** Finding of a person on a criterion. */
interface ChecklistFlag {
  met: boolean;
  evidence: string;
}

/** The ten criteria of the agentic benchmark checklist, flagged as met or unmet by a person with evidence. */
export class AgenticBenchmarkChecklist {
  private readonly flags = new Map<string, ChecklistFlag>();

  /** Lists the criteria in their order. */
  get criteria(): string[] {
    return ABC_CRITERIA.map(({ criterion }) => criterion);
  }

  /**
   * Flags a criterion; a later flag replaces an earlier one.
   *
   * @throws {RangeError} for a criterion that the checklist does not have, or without evidence
   */
  flag(criterion: string, met: boolean, evidence: string): void {
    if (!this.criteria.includes(criterion)) throw new RangeError(`the checklist has no criterion "${criterion}"`);
    if (evidence.trim() === '') throw new RangeError(`the flag of ${criterion} has no evidence`);
    this.flags.set(criterion, { met, evidence });
  }

  /** Returns the flag of a criterion; undefined = nobody flagged it. */
  get_flag(criterion: string): ChecklistFlag | undefined {
    return this.flags.get(criterion);
  }
}
