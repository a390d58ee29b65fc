import { type BenchmarkData } from './abc_criteria.js';
import { AgenticBenchmarkChecklist } from './agentic_benchmark_checklist.js';
/** Result of one criterion of the agentic benchmark checklist. */
export interface ABCValidationResult {
    criterion: string;
    passed: boolean;
    method: 'automated' | 'manual' | 'skipped';
    /** Subject of the check. */
    evidence: string;
    /** Estimated overestimation in [0, 1] if the criterion is not met. */
    estimated_bias: number;
    /** The check cannot fail here: the criterion is met by construction, and is not counted. */
    by_construction?: true | undefined;
}
/**
 * Validates a benchmark against ten criteria (requirement G8). Each criterion is checked automatically where the data
 * allow it, else by a person's evidence, else skipped. A skipped criterion is not passed and adds no bias: the estimate
 * is a lower bound. A criterion whose check cannot fail is marked as met by construction; a person's evidence goes
 * before it.
 */
export declare class EnhancedABCValidator extends AgenticBenchmarkChecklist {
    /**
     * Checks all ten criteria, in the order of the checklist.
     *
     * @throws {RangeError} without data
     */
    validate_all(benchmark_data: BenchmarkData): ABCValidationResult[];
    /**
     * Adds the bias of all failed criteria, at most 1 (100 % overestimation). The sum is rounded, so that binary
     * fractions do not show.
     */
    estimated_overestimation(results: readonly Pick<ABCValidationResult, 'passed' | 'estimated_bias'>[]): number;
}
