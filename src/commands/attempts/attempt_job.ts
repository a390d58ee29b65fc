import type { Event } from '../../record/events/event.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import type { AttemptSpec } from '../../run/attempt/attempt_spec.js';
import type { AttemptSupplies } from '../../run/attempt/attempt_supplies.js';
import type { BudgetEnvelopes, Job } from '../../run/scheduler/choose_next_action.js';
import type { OpenSchedule, PartialResults } from '../../run/scheduler/open_schedule.js';
import type { RunOptions } from '../study/run_options.js';
import type { ContractPreparer } from './contract_preparer.js';
import type { RunnerContexts } from './create_runner_contexts.js';
import type { RunProgress } from './run_progress.js';

/** Options for running attempts. */
export interface AttemptRunOptions
  extends Pick<RunOptions, 'out' | 'json' | 'repos' | 'pull_request' | 'resume' | 'reuse'> {
  /** Total weight of the attempts that run at a time. */
  width: number;
  /** Number of further tries of an attempt that failed because of the machine or the network. */
  retries: number;
  envelopes: BudgetEnvelopes;
  /** Names of a suite's arms, by attempt; absent without a suite. */
  arms?: ReadonlyMap<string, string>;
  /** These attempts are beyond the plan. */
  extra?: boolean;
  /** Receives the record of each attempt that was made, once it is sealed. */
  sealed?: (path: string) => void;
  /** Returns the weight of an attempt and its highest cost. */
  weigh(spec: AttemptSpec): { weight: number; ceiling_usd: number };
}

/** Attempt in the scheduler's form. */
export interface AttemptJob extends Job {
  spec: AttemptSpec;
}

/** State that the attempts of a run share. */
export interface AttemptRunnerState {
  arms: ReadonlyMap<string, string> | undefined;
  sealed: AttemptRunOptions['sealed'];
  contexts: RunnerContexts;
  schedule: OpenSchedule;
  progress: RunProgress;
  prepared: ContractPreparer;
  supplies: AttemptSupplies;
  /** Warns if an upstream has nothing at an address. */
  warnAbsentEndpoint: (event: Event) => void;
  /** Results so far, by attempt. */
  results: Map<string, AttemptResult>;
  partial: PartialResults;
  /** Number of attempts that were kept or reused from earlier runs. */
  kept: number;
}
