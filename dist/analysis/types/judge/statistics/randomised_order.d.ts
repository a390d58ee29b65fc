/** Tasks, arms and trials to be put into an order. All arms do each trial of each task in turn. */
export interface OrderRequest {
    tasks: readonly {
        id: string;
        stratum: string;
    }[];
    arms: readonly string[];
    trials: number;
    seed: number;
}
/** Attempt in the order. `block` counts (task, trial) pairs from 1; each block has every arm once. */
export interface OrderedAttempt {
    task: string;
    stratum: string;
    trial: number;
    arm: string;
    block: number;
}
/** Description that a plan gives of its order. */
export declare const RANDOMISED_ORDER: string;
/**
 * Creates the randomised order from one stream of `numpy.random.RandomState(seed)`. It draws in this order:
 *
 * - Strata are in code-point order. In each, the tasks, sorted by id in code-point order, are permuted:
 *   `permutation(n)`.
 * - Strata are interleaved in proportion, which draws nothing: the task at place r of a stratum of n tasks stands at
 *   (2r+1)/2n, and ties go to the first stratum. Every beginning of the order therefore holds each stratum in its
 *   share, and a run that ends early is still balanced.
 * - Task by task in that order, and trial by trial, the arms, sorted in code-point order, are permuted:
 *   `permutation(arms)`.
 *
 * All trials of a task stand together, so that completed work always consists of whole tasks, the units of every test.
 * The order of the input does not matter. Without tasks or arms the order is empty. `scripts/reference/randomisation.py`
 * has the same in NumPy.
 *
 * @throws {RangeError} for ids that occur twice
 */
export declare function randomisedOrder({ tasks, arms, trials, seed }: OrderRequest): OrderedAttempt[];
