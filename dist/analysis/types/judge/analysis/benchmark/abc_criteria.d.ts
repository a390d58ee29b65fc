/** Known facts of a benchmark. A criterion without data is skipped, never passed. */
export interface BenchmarkData {
    /** Test cases by type. */
    test_cases?: Record<string, readonly unknown[]>;
    /** Attempts of agents that solve nothing, and how many of them passed. */
    null_model?: {
        attempts: number;
        passed: number;
    };
    /** Inputs that were run several times under the same conditions, and how many gave different results. */
    reruns?: {
        inputs: number;
        runs: number;
        differing: number;
    };
    /**
     * Probes that left marks in one run and looked for them in the next: places that were marked, and those where a later
     * run found one. What a sandbox says of itself is no evidence.
     */
    isolation?: {
        probes: number;
        planted: number;
        leaked: readonly string[];
        guarantees: Record<string, string>;
    };
    tools?: {
        declared: number;
        missing: readonly string[];
    };
    human_baseline?: number | null;
    failure_catalogue?: readonly string[];
    cost_tracking?: {
        attempts: number;
        with_cost: number;
    };
    latency_bounds?: {
        checks: number;
        bounded: number;
    };
    seed?: {
        fixed: boolean;
        value?: number;
    };
    /**
     * Criteria that hold by construction of what was measured, whatever the benchmark is: their checks cannot fail, so that
     * they are shown and not counted.
     */
    by_construction?: readonly string[];
    /** A person's finding by criterion, with evidence. It counts where nothing is automated. */
    manual?: Partial<Record<string, {
        met: boolean;
        evidence: string;
    } | undefined>>;
}
/** Criterion of the checklist, with its bias and its check. */
interface AbcCriterion {
    criterion: string;
    /** Estimated overestimation in [0, 1] if it fails and nothing was measured. See the comment at each criterion. */
    default_bias: number;
    /** Checks the data. Undefined if they do not say. */
    check(data: BenchmarkData): {
        passed: boolean;
        evidence: string;
        bias?: number;
    } | undefined;
}
/**
 * The ten criteria of the checklist, in its order. The default biases are conservative readings of measurements on
 * published benchmarks. They apply only where this benchmark gives no figure of its own.
 */
export declare const ABC_CRITERIA: readonly AbcCriterion[];
export {};
