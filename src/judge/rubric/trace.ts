import type { Check, Contract } from '../../contract/schema.js';
import { type Event, eventsOf } from '../../record/events.js';
import type { RunRecord } from '../../record/record.js';
import type { CheckVerdict, Evidence } from '../../record/verdict.js';
import { type CheckReference, readReferences } from './check_reference.js';

/** An execution of a check, or the reason why there is none. */
export type CheckEvent =
  | Event<'build'>
  | Event<'static_check'>
  | Event<'acceptance_check'>
  | Event<'maintainability_check'>;

/** A check as the contract declares it, with the field it is declared in. */
export interface DeclaredCheck {
  check: Check;
  kind: CheckVerdict['kind'];
  contract_path: string;
}

/** A record, sorted by what a verdict asks of it. Nothing here is judged yet. */
export interface Trace {
  record: RunRecord;
  contract: Contract;
  started: Event<'run_started'> | undefined;
  setups: Event<'setup'>[];
  patches: Event<'patch_applied'>[];
  /** The application that is judged: the last one. */
  patch: Event<'patch_applied'> | undefined;
  oracle: Event<'oracle_laid'> | undefined;
  canaries: Event<'canary'>[];
  terminations: Event<'termination'>[];
  declared: DeclaredCheck[];
  /** What acceptance checks give for the reference solution, by id, where that is known. */
  references: ReadonlyMap<string, CheckReference>;
  /** Events of one declared check, by run number. */
  runsOf(declared: DeclaredCheck): CheckEvent[];
}

const EVENT_OF = {
  build: 'build',
  static: 'static_check',
  acceptance: 'acceptance_check',
  maintainability: 'maintainability_check',
} as const;

/** Sorts a record for judging. */
export function readTrace(record: RunRecord): Trace {
  const { events } = record;
  const contract = record.manifest.contract.body;
  const patches = eventsOf(events, 'patch_applied');
  const checks = new Map<string, CheckEvent[]>();
  for (const event of events) {
    if (!isCheckEvent(event)) continue;
    const key = `${event.type} ${event.payload.check}`;
    checks.set(key, [...(checks.get(key) ?? []), event]);
  }
  for (const runs of checks.values()) runs.sort((a, b) => a.payload.run - b.payload.run || a.seq - b.seq);
  return {
    record,
    contract,
    started: eventsOf(events, 'run_started')[0],
    setups: eventsOf(events, 'setup'),
    patches,
    patch: patches.at(-1),
    oracle: eventsOf(events, 'oracle_laid').at(-1),
    canaries: eventsOf(events, 'canary'),
    terminations: eventsOf(events, 'termination'),
    declared: declaredChecks(contract),
    references: readReferences(record),
    runsOf: ({ kind, check }) => checks.get(`${EVENT_OF[kind]} ${check.id}`) ?? [],
  };
}

/** Every check of a contract in its order: build, acceptance, maintainability. */
export function declaredChecks(contract: Contract): DeclaredCheck[] {
  const build = contract.build === 'none' ? [] : contract.build;
  return [
    ...build.map((check, i) => ({ check, kind: check.kind ?? ('build' as const), contract_path: `build.${i}` })),
    ...contract.acceptance.map((check, i) => ({
      check,
      kind: 'acceptance' as const,
      contract_path: `acceptance.${i}`,
    })),
    ...contract.scoring.maintainability.map((check, i) => ({
      check,
      kind: 'maintainability' as const,
      contract_path: `scoring.maintainability.${i}`,
    })),
  ];
}

/** Evidence for what is said of a record as a whole: its first event, else the log itself. */
export function wholeRecord(trace: Trace): Evidence {
  return trace.started ? { seq: trace.started.seq } : { artifact: 'events.jsonl' };
}

export function isCheckEvent(event: Event): event is CheckEvent {
  return Object.values(EVENT_OF).some((type) => type === event.type);
}
