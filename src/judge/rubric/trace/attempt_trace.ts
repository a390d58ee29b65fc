import type { Check, Contract } from '../../../contract/contract_schema.js';
import type { Event } from '../../../record/events/event.js';
import { type RunRecord, selectEvents } from '../../../record/events/select_events.js';
import type { CheckVerdict, Evidence } from '../../../record/verdict/verdict.js';
import { type CheckReference, readCheckReferences } from './check_reference.js';
import { readWatchedActs, type WatchedAct } from './watched_act.js';

/** Event of one execution of a check, or of the reason why there is none. */
export type CheckEvent =
  | Event<'build'>
  | Event<'static_check'>
  | Event<'acceptance_check'>
  | Event<'maintainability_check'>;

/** Check as the contract declares it, with the path of its field. */
export interface DeclaredCheck {
  check: Check;
  kind: CheckVerdict['kind'];
  contract_path: string;
}

/** Record of an attempt, sorted for judging. Nothing in it is judged yet. */
export interface AttemptTrace {
  record: RunRecord;
  contract: Contract;
  started: Event<'run_started'> | undefined;
  setups: Event<'setup'>[];
  patches: Event<'patch_applied'>[];
  /** The last application of a patch: it is the one that is judged. */
  patch: Event<'patch_applied'> | undefined;
  oracle: Event<'oracle_laid'> | undefined;
  canaries: Event<'canary'>[];
  terminations: Event<'termination'>[];
  /** Acts that the agent did or announced, each once. */
  acts: readonly WatchedAct[];
  declared: DeclaredCheck[];
  /** Behaviour of acceptance checks with the reference solution, by check id, where known. */
  references: ReadonlyMap<string, CheckReference>;
  /** Returns the events of a declared check, by run number. */
  getRuns(declared: DeclaredCheck): CheckEvent[];
}

const EVENT_TYPES = {
  build: 'build',
  static: 'static_check',
  acceptance: 'acceptance_check',
  maintainability: 'maintainability_check',
} as const;

/** Sorts a record for judging. */
export function readAttemptTrace(record: RunRecord): AttemptTrace {
  const { events } = record;
  const contract = record.manifest.contract.body;
  const patches = selectEvents(events, 'patch_applied');
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
    started: selectEvents(events, 'run_started')[0],
    setups: selectEvents(events, 'setup'),
    patches,
    patch: patches.at(-1),
    oracle: selectEvents(events, 'oracle_laid').at(-1),
    canaries: selectEvents(events, 'canary'),
    terminations: selectEvents(events, 'termination'),
    acts: readWatchedActs(record),
    declared: listDeclaredChecks(contract),
    references: readCheckReferences(record),
    getRuns: ({ kind, check }) => checks.get(`${EVENT_TYPES[kind]} ${check.id}`) ?? [],
  };
}

/** Lists the checks of a contract in its order: build, acceptance, maintainability. */
function listDeclaredChecks(contract: Contract): DeclaredCheck[] {
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

/** Returns evidence for a statement about the whole record: its first event, else the log. */
export function getRecordEvidence(trace: AttemptTrace): Evidence {
  return trace.started ? { seq: trace.started.seq } : { artifact: 'events.jsonl' };
}

/** Checks whether an event belongs to a check. */
export function isCheckEvent(event: Event): event is CheckEvent {
  return Object.values(EVENT_TYPES).some((type) => type === event.type);
}
