import { setTimeout as delay } from 'node:timers/promises';
import type { Contract } from '../../contract/contract_schema.js';
import { type CostEstimator, createCostEstimator } from '../../record/costs/cost_estimator.js';
import type { Event } from '../../record/events/event.js';
import { isMediatedCall } from '../../record/events/select_events.js';
import type { RunDirectory } from '../../record/storage/run_directory.js';
import { combinePausableSessions, type PausableSession } from '../../sandbox/sandbox_backend.js';
import type { TreeState } from '../../workspace/changes/tree_reader.js';
import { askOperator } from '../escalation/ask_operator.js';
import type { Operator } from '../escalation/operator.js';
import type { ActMonitor } from './acts/act_monitor.js';
import type { BreakerTrip } from './breakers/base/breaker.js';
import { type BreakerSet, createBreakerSet } from './breakers/create_breaker_set.js';
import { createAlert } from './create_alert.js';
import {
  INITIAL_SUPERVISION,
  reduceSupervision,
  type SupervisionEffect,
  type SupervisionEvent,
  type SupervisionState,
} from './reduce_supervision.js';
import { createRollbackController, type RollbackController, type TreeRestorer } from './rollback_controller.js';

/** Options of the supervisor. */
export interface SupervisorOptions {
  run: RunDirectory;
  contract: Contract;
  /** Interruption of the run. */
  signal: AbortSignal;
  /** Operators who can be asked; none = deny. */
  operators: readonly Operator[];
  /** Waits; resolves early when the signal aborts. */
  wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Judges calls before they are made; absent = none are judged. */
  acts?: Pick<ActMonitor, 'judgeCall'> | undefined;
  /** Trust level that calls past the coordination layer need; absent = profiles are switched off. */
  trust_level?: number | undefined;
  /** Takes the workspace's tree, for samples. */
  state?: (() => Promise<TreeState | null>) | undefined;
  /** Takes the workspace back to an earlier tree. */
  restore_tree?: TreeRestorer | undefined;
}

/**
 * Watch over the event log of an attempt: it feeds the breakers, reduces what they and operators decide, and performs
 * the effects.
 */
export class Supervision {
  /** Aborted when the run is interrupted or the agent's part is ended. */
  readonly signal: AbortSignal;
  readonly breakers: BreakerSet;
  readonly estimate: CostEstimator = createCostEstimator();
  readonly trees: RollbackController;
  /** Sessions to pause while a person is asked. */
  readonly present = new Set<PausableSession>();
  /** Commands that are running. */
  readonly running = new Set<{ started_ms: number }>();
  state: SupervisionState = INITIAL_SUPERVISION;
  closed = false;
  readonly #ending = new AbortController();
  readonly #unlisten: () => void;
  /** Questions and rollbacks, one after another. */
  #pending: Promise<void> = Promise.resolve();
  #fault: Error | undefined;

  constructor(readonly options: SupervisorOptions) {
    const { run, contract, restore_tree } = options;
    this.signal = AbortSignal.any([options.signal, this.#ending.signal]);
    this.breakers = createBreakerSet(contract);
    this.trees = createRollbackController({
      run,
      restore_tree,
      present: () => [...this.present],
      running: () => this.running.size,
      fail: (error) => {
        this.#fault = error;
        this.#ending.abort(error);
      },
    });
    for (const event of run.log.events) {
      this.estimate.add(event);
      this.breakers.learn(event);
    }
    this.#unlisten = run.log.listen((event) => this.#see(event));
  }

  /** Rest of the agent's wall-clock budget, in milliseconds. */
  get left_ms(): number {
    return this.breakers.left_ms(this.options.run.log.now());
  }

  /** Reduces an event and performs its effects. */
  dispatch(event: SupervisionEvent): void {
    const [state, effects] = reduceSupervision(this.state, event);
    this.state = state;
    for (const effect of effects) this.#perform(effect);
  }

  /** Waits at most `ms` milliseconds; returns early when `until` aborts. */
  async wait(ms: number, until: AbortSignal): Promise<void> {
    const { wait } = this.options;
    await (wait ? wait(ms, until) : delay(ms, undefined, { signal: until }).catch(() => undefined));
  }

  /** Waits until no question and no rollback is open. */
  async settle(): Promise<void> {
    for (let open: Promise<void> | undefined; open !== this.#pending; ) {
      open = this.#pending;
      await open;
    }
  }

  /** Ends the watch. @throws when the workspace could not be taken back as it had to be */
  async close(): Promise<void> {
    await this.settle();
    this.closed = true;
    this.#unlisten();
    this.trees.close();
    if (this.#fault) throw this.#fault;
  }

  #see(event: Event): void {
    this.estimate.add(event);
    if (isMediatedCall(event) && !event.payload.refused) this.dispatch({ type: 'call_ended' });
    for (const trip of this.breakers.see(event)) {
      const { seq } = this.options.run.log.append('alert', 'monitor', createAlert(trip, event));
      this.dispatch({ type: 'breaker_tripped', trip, alert_seq: seq });
    }
  }

  #perform(effect: SupervisionEffect): void {
    switch (effect.type) {
      case 'record_intervention':
        this.options.run.log.append('intervention', 'monitor', effect.intervention);
        return;
      case 'ask_operator':
        this.#pending = this.#pending.then(() => (this.state.stop ? undefined : this.#ask(effect)));
        return;
      case 'roll_back':
        this.#pending = this.#pending.then(() =>
          this.signal.aborted ? undefined : this.trees.restore(effect.trip, effect.alert_seq),
        );
        return;
      case 'end_agent':
        this.#ending.abort(new Error(effect.because));
        return;
    }
    effect satisfies never;
  }

  async #ask({ trip, alert_seq }: { trip: BreakerTrip; alert_seq: number }): Promise<void> {
    const { run, contract, operators } = this.options;
    const question = {
      condition: trip.code,
      question: `${trip.message}. May the agent go on?`,
      evidence_seq: alert_seq,
      timeout_ms: contract.policy.escalate.timeout,
    };
    const { present, signal } = this;
    const hold = present.size > 0 ? { session: combinePausableSessions([...present]), alert_seq } : undefined;
    const answer = await askOperator(question, { run, operators, signal, held: hold });
    if (answer.decision === 'allow' || this.options.signal.aborted) return;
    const reason = answer.by === null ? answer.justification : `denied by ${answer.by}`;
    this.dispatch({ type: 'permission_denied', trip, alert_seq, who: reason, answer_seq: answer.seq });
  }
}
