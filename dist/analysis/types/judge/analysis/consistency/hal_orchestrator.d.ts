import { CLEARFramework } from '../clear/clear_framework.js';
import { type ParetoPoint } from '../clear/pareto_front.js';
import { type ConsistencyReport } from './consistency_report.js';
/** Task that is given to the agent in every pass. */
export interface HALTask {
    id: string;
    prompt: string;
}
/** Measurements that an inference returns. A missing one is unknown, never 0, except for a missing accuracy. */
export interface InferenceAnswer {
    accuracy?: number | undefined;
    completion?: number | undefined;
    cost_usd?: number | undefined;
    tokens?: number | undefined;
    latency_ms?: number | undefined;
    policy_actions?: number | undefined;
    policy_violations?: number | undefined;
    /** Acts of the agent, which the guardrails of the orchestrator judge: they give the two counts above. */
    acts?: readonly unknown[] | undefined;
}
/** Guardrails over the acts of one run, such as `GuardrailSuite`. */
interface GuardrailChecker {
    check_all(acts: readonly never[]): {
        guardrail_checks: number;
        guardrail_blocks: number;
    };
}
/** One call of the agent, with its task and pass. It must not carry anything over from an earlier call. */
export type HALInference<Task extends HALTask = HALTask> = (prompt: string, call: {
    task: Task;
    run: number;
    agent_id: string;
}) => Promise<InferenceAnswer>;
/** Options of one evaluation. */
interface HALEvaluationOptions<Task extends HALTask = HALTask> {
    /** Call of the agent; absent = the simulation of the source, which no agent produced. */
    inference?: HALInference<Task> | undefined;
    /** Number of passes; default: that of the orchestrator. */
    k?: number | undefined;
    /** Most calls at the same time; default: 1. Results do not depend on it. */
    parallel?: number | undefined;
}
/** Options of an orchestrator. */
interface HALOptions {
    clear?: CLEARFramework;
    k?: number;
    guardrails?: GuardrailChecker | undefined;
}
/**
 * Runs k identical passes over the same tasks and measures the agent's consistency (requirement G3). Each evaluation
 * has its own CLEAR context, and succeeds if its score reaches the threshold.
 */
export declare class HALOrchestrator {
    private readonly clear;
    private readonly guardrails;
    private readonly k;
    private readonly reports;
    private frontier;
    private evaluations;
    /** @param options.guardrails judge the acts that inferences return, run by run */
    constructor({ clear, k, guardrails }?: HALOptions);
    /**
     * Runs k passes over `tasks`, with at most `parallel` calls at the same time. Without an inference the answers are
     * simulated as in the source, and the report is marked as `simulated`.
     *
     * @throws {RangeError} without a task, for an inference that is no function, for tasks with the same id, or k or parallel below 1
     */
    evaluate_consistency<Task extends HALTask>(agent_id: string, tasks: readonly Task[], options?: HALEvaluationOptions<Task>): Promise<ConsistencyReport>;
    /** Evaluates one call in a CLEAR context of its own. @returns true if its score reaches the threshold */
    private evaluateTask;
    /** Counts the acts of an answer with the guardrails; without these, the counts of the answer. */
    private judgeActs;
    /** Adds a point, and keeps the points that no other dominates. */
    update_pareto_frontier(point: ParetoPoint): void;
    /** Checks whether a point of the agent is on the current front. */
    is_pareto_efficient(agent_id: string): boolean;
    get pareto_frontier(): readonly ParetoPoint[];
    /** Returns the reports in the order in which they were made. */
    get history(): readonly ConsistencyReport[];
}
export {};
