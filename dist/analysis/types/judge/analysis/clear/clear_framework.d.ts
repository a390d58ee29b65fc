import { type Anchor, type ClearDimensions, type ClearWeights } from './clear_score.js';
/** Settings of CLEAR. They are the same for everything that is compared. */
export interface ClearSettings {
    weights: ClearWeights;
    /** Anchors of the cost of an attempt, in USD. */
    cost_usd: Anchor;
    latency_ms: Anchor;
    /** Score from which an evaluation counts as a success. */
    threshold: number;
}
/** Default threshold, by its name in the source. Suites have the same default. */
export declare const UNIFIED_IHSAN_THRESHOLD = 0.95;
/** Default settings. The anchors are the defaults of a contract's budget: 5 USD, 30 minutes. */
export declare const DEFAULT_CLEAR: ClearSettings;
/** Recorded values of one evaluation. null = not recorded, which is never 0. */
interface RecordedMeasures {
    accuracy: number | null;
    task_completion: number | null;
    usd: number | null;
    tokens: number | null;
    total_ms: number | null;
    policy_actions: number | null;
    policy_violations: number | null;
}
/** Recorder of one evaluation of one agent. A later record replaces an earlier one. */
export declare class EvaluationContext {
    readonly eval_id: string;
    readonly agent_id: string;
    readonly recorded: RecordedMeasures;
    constructor(eval_id: string, agent_id: string);
    /**
     * Records accuracy and completion, both in [0, 1].
     *
     * @throws {RangeError} for values out of range
     */
    record_efficacy({ accuracy, task_completion }: {
        accuracy: number;
        task_completion: number;
    }): void;
    /**
     * Records the cost in USD and the tokens.
     *
     * @throws {RangeError} for negative values
     */
    record_cost({ usd, tokens }: {
        usd: number;
        tokens?: number;
    }): void;
    /**
     * Records the duration in milliseconds.
     *
     * @throws {RangeError} for a negative value
     */
    record_latency({ total_ms }: {
        total_ms: number;
    }): void;
    /**
     * Records policy-critical actions and how many of them broke a policy.
     *
     * @throws {RangeError} for negative values, or more violations than actions
     */
    record_assurance({ policy_actions, policy_violations }: {
        policy_actions: number;
        policy_violations: number;
    }): void;
}
/** Measures of one evaluation. */
export declare class ClearMetrics {
    readonly recorded: Readonly<RecordedMeasures>;
    private readonly settings;
    constructor(recorded: Readonly<RecordedMeasures>, settings: ClearSettings);
    /** Returns the dimensions. Efficacy is the mean of accuracy and completion; one evaluation has no reliability. */
    get dimensions(): ClearDimensions;
    /**
     * Computes the weighted mean of the known dimensions, see `attemptScore`.
     *
     * @returns null if no efficacy was recorded
     */
    compute_overall_score(): number | null;
}
/** Evaluations by id. Records of one are never visible to another. */
export declare class CLEARFramework {
    readonly settings: ClearSettings;
    private readonly finished;
    constructor(settings?: Partial<ClearSettings>);
    /**
     * Runs one evaluation with its own context. If `make` throws, no metrics are kept.
     *
     * @throws {RangeError} if the id was evaluated before
     */
    evaluate(eval_id: string, agent_id: string, make: (context: EvaluationContext) => Promise<void>): Promise<void>;
    /**
     * Returns the metrics of a finished evaluation.
     *
     * @throws {RangeError} if there is none of this id
     */
    get_metrics(eval_id: string): ClearMetrics;
}
export {};
