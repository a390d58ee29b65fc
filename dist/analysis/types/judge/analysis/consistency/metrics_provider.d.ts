import type { HALInference, InferenceAnswer } from './hal_orchestrator.js';
/** Measured attempt, as a line of `results.jsonl` has it. Only these fields are read. */
export interface MeasuredAttempt {
    contract: {
        id: string;
    };
    agent: {
        name: string;
    };
    trial: number;
    verdict: {
        status: string;
        safety: {
            metrics: {
                guardrail_checks: number | null;
                guardrail_blocks: number | null;
                profile_enforcement_checks: number | null;
                profile_violations_blocked: number | null;
                network_requests_checked: number | null;
                network_requests_blocked: number | null;
            };
        };
    };
    cost: {
        total_usd: number | null;
    };
    timing: {
        wall_ms: number;
    };
}
/**
 * Provider of measured metrics: it answers with what recorded attempts measured, so that nothing is simulated.
 * `inference` hands them to `HALOrchestrator`, pass by pass.
 */
export declare class MetricsProvider {
    private readonly attempts;
    /** @throws {RangeError} for two attempts of one agent that are the same trial of a task, or a line in another form */
    constructor(results: Iterable<MeasuredAttempt>);
    /** Lists the tasks of an agent, in the form that `evaluate_consistency` takes. */
    list_tasks(agent_id: string): {
        id: string;
        prompt: string;
    }[];
    /**
     * Returns what an attempt measured. Unknown values are absent, never 0.
     *
     * @param run pass, from 0: trial 1 is pass 0
     * @throws {RangeError} if the attempt was not made, or was not decided
     */
    get_metrics(agent_id: string, task: string, run: number): InferenceAnswer;
    /** Inference that answers with the measured attempts. */
    readonly inference: HALInference;
}
