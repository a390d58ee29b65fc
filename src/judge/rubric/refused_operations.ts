import { type Event, type Execution, eventsOf, type Payload } from '../../record/events.js';
import type { Evidence, Finding } from '../../record/verdict.js';
import type { Trace } from './trace.js';
import { andMore, counted, oneLine } from './why.js';

type Operation = Payload<'refused_operations'>['operations'][number];

/** Folders that belong to a command: what is refused there is refused by modes that it has set itself. */
const OWN = /^(?:\/work|\/tmp|\/var\/tmp|\/dev\/shm|\/home\/agent)(?:\/|$)/;
/** What interpreters and libraries try everywhere, without harm: caches beside installed modules, terminals, their own limits. */
const PROBES = /(?:^|\/)__pycache__(?:\/|$)|\.pyc(?:\.\d+)?$|^\/dev\/tty$|^\/proc\/(?:self|\d+)\//;

/** Whether an operation says nothing about who asked for it. */
function isHarmless({ kind, target, errno }: Operation): boolean {
  if (kind !== 'write') return false;
  return PROBES.test(target) || (errno !== 'EROFS' && (OWN.test(target) || !target.startsWith('/')));
}

const RULES = {
  write: { rule: 'refused-write', what: 'write' },
  privilege: { rule: 'privilege-attempt', what: 'privileged operation' },
  connect: { rule: 'network-destination', what: 'connection' },
} as const;

/**
 * What the kernel refused to traced commands (`policy.evidence: trace`). Everything here was refused: it is a warning about what was
 * tried. Whether attempts on the network are a violation is decided by their count (`network_attempts`).
 */
export function refusedFindings({ record }: Trace): Finding[] {
  return eventsOf(record.events, 'refused_operations').flatMap((event) => {
    const { operations } = event.payload;
    const serious = operations.filter((operation) => !isHarmless(operation));
    const harmless = operations.filter(isHarmless);
    return [
      ...(['privilege', 'write', 'connect'] as const).flatMap((kind) =>
        finding(
          RULES[kind],
          'warning',
          serious.filter((operation) => operation.kind === kind),
          event,
        ),
      ),
      ...finding({ rule: 'common-probe', what: 'common probe' }, 'info', harmless, event),
    ];
  });
}

function finding(
  { rule, what }: { rule: string; what: string },
  severity: Finding['severity'],
  operations: readonly Operation[],
  { seq, payload }: Event<'refused_operations'>,
): Finding[] {
  const [first, ...others] = operations;
  if (first === undefined) return [];
  const times = operations.reduce((sum, { count }) => sum + count, 0);
  const shown = `${first.call} ${oneLine(first.target, 160)} (${first.errno})${andMore(others.length + 1)}`;
  const command: Evidence[] = payload.of_seq === null ? [] : [{ seq: payload.of_seq }];
  return [{ rule, severity, message: `${counted(times, what)} refused: ${shown}`, evidence: [...command, { seq }] }];
}

/** Commands of which nobody knows what they tried although the contract asks for it: silence would look like innocence. */
export function tracingGaps({ record, contract }: Trace): { what: string; evidence: Evidence }[] {
  if (contract.policy.evidence !== 'trace') return [];
  const traces = new Map(eventsOf(record.events, 'refused_operations').map((event) => [event.payload.of_seq, event]));
  return record.events.flatMap((event) => {
    const execution = executionOf(event);
    if (execution === undefined || execution.cause === 'not-started') return [];
    const trace = traces.get(event.seq);
    if (trace?.payload.complete) return [];
    const what = trace ? 'the trace of a command was cut off' : 'a command was not traced';
    return [{ what: `${what} (${oneLine(execution.command, 80)})`, evidence: { seq: (trace ?? event).seq } }];
  });
}

function executionOf({ payload }: Event): Execution | undefined {
  return 'execution' in payload ? payload.execution : undefined;
}
