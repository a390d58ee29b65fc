/** Finding of a person on a criterion. */
interface ChecklistFlag {
    met: boolean;
    evidence: string;
}
/** The ten criteria of the agentic benchmark checklist, flagged as met or unmet by a person with evidence. */
export declare class AgenticBenchmarkChecklist {
    private readonly flags;
    /** Lists the criteria in their order. */
    get criteria(): string[];
    /**
     * Flags a criterion; a later flag replaces an earlier one.
     *
     * @throws {RangeError} for a criterion that the checklist does not have, or without evidence
     */
    flag(criterion: string, met: boolean, evidence: string): void;
    /** Returns the flag of a criterion; undefined = nobody flagged it. */
    get_flag(criterion: string): ChecklistFlag | undefined;
}
export {};
