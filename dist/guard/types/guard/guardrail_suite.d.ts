import type { GuardRequest, GuardVerdict } from './guard.js';
/** Result of all checks of one run. */
interface GuardrailReport {
    /** Verdicts in the order of the requests. */
    verdicts: GuardVerdict[];
    guardrail_checks: number;
    guardrail_blocks: number;
    /** guardrail_blocks / guardrail_checks; 0 without checks. */
    guardrail_block_rate: number;
}
/** Guardrails as a suite over what an agent did in one run: commands, edits of files, and plans in words. */
export declare class GuardrailSuite {
    private readonly principal;
    /** @throws {RangeError} for a trust level that is not 0 to 4 */
    constructor({ trust, workspace }?: {
        trust?: number;
        workspace?: string;
    });
    /**
     * Judges the acts of one run, in their order. Files that one run wrote are not those of the next.
     *
     * @throws {RangeError} for an act that is neither a command, an edit nor a text
     */
    check_all(acts: readonly GuardRequest[]): GuardrailReport;
}
export {};
