import { join } from 'node:path';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import type { Event } from '../../../src/record/events/event.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import type { RunVerification } from '../../../src/record/storage/verify_run.js';
import { findAlertFaults } from '../../../src/run/supervisor/find_alert_faults.js';
import { openSupervisor } from '../../../src/run/supervisor/open_supervisor.js';
import { cleanUp, givenRoom } from '../../given.js';
import { smallContract } from '../../given_task.js';
import { givenManifest } from '../../record/given_record.js';
import { call, cycle, tree } from './given_events.js';

afterAll(cleanUp);

/** A record in which two alerts were raised. */
function recorded(): RunVerification {
  const body = contractSchema.parse(smallContract({ policy: { breakers: { suspend_writes: 2, identical_calls: 3 } } }));
  const manifest = givenManifest();
  manifest.contract.body = body;
  let now = 0;
  const run = RunDirectory.create(join(givenRoom(), 'run'), manifest, () => (now += 1e9));
  openSupervisor({ run, contract: body, operators: [], signal: new AbortController().signal });
  run.log.enterStage('write');
  const calls = [cycle('failed', 1), cycle('failed', 2), ...Array(3).fill(call({ run: 'ls', tree: tree(3) }))];
  for (const { payload } of calls) run.log.append('tool_invocation', 'agent', payload);
  return { standing: 'sealed', faults: [], head: '', manifest, events: run.log.events };
}

const VERSION = ENGINE_VERSION;
const changed = (change: (events: Event[]) => Event[], more: Partial<RunVerification> = {}) => {
  const record = recorded();
  return findAlertFaults({ ...record, events: change([...record.events]), ...more }, VERSION);
};
const alerts = (events: readonly Event[]) => events.filter(({ type }) => type === 'alert');
const edited = (event: Event, change: object): Event =>
  ({ ...event, payload: { ...event.payload, ...change } }) as Event;

describe('the alerts of a record', () => {
  it('are those that its events call for', () => {
    expect(changed((events) => events)).toEqual([]);
    expect(alerts(recorded().events)).toHaveLength(2);
  });

  it.each<[string, (events: Event[]) => Event[], RegExp]>([
    [
      'one is missing',
      (events) =>
        events.map((event) => (event === alerts(events)[1] ? edited({ ...event, type: 'note' } as Event, {}) : event)),
      /^calls for the alert "identical-calls", which is not in the log$/,
    ],
    [
      'one has another severity',
      (events) => events.map((event) => (event === alerts(events)[0] ? edited(event, { severity: 'info' }) : event)),
      /^the alert is not the one that line \d+ calls for \(repeated-failure\)$/,
    ],
    [
      'one has other signals',
      (events) => events.map((event) => (event === alerts(events)[1] ? edited(event, { signals: {} }) : event)),
      /identical-calls/,
    ],
    [
      'there is one too many',
      (events) => [...events, { ...alerts(events)[0]!, seq: events.length }],
      /^no event before it calls for the alert "repeated-failure"$/,
    ],
    [
      'what called for one was changed',
      (events) =>
        events.map((event) => (event.type === 'tool_invocation' ? edited(event, { cycle: 'passed' }) : event)),
      /^the alert is not the one that line \d+ calls for \(identical-calls\)$/,
    ],
  ])('are at fault when %s', (_, change, expected) => {
    expect(changed(change)).toEqual([{ line: expect.any(Number), what: expect.stringMatching(expected) }]);
  });

  it('may miss the last one where the run was cut off', () => {
    const cut = (events: Event[]) => events.slice(0, events.indexOf(alerts(events)[1]!));
    expect(changed(cut, { standing: 'unsealed' })).toEqual([]);
    expect(changed(cut)).toHaveLength(1);
  });

  it('are not asked for again in records of another version, or in what is known to be changed', () => {
    const record = recorded();
    const none = record.events.filter(({ type }) => type !== 'alert');
    expect(findAlertFaults({ ...record, events: none }, '9.9.9')).toEqual([]);
    expect(findAlertFaults({ ...record, events: none, standing: 'tampered' }, VERSION)).toEqual([]);
  });

  it('and of a manifest without a contract are a fault, not a crash', () => {
    const record = recorded();
    record.manifest!.contract.body = {} as never;
    expect(findAlertFaults(record, VERSION)).toEqual([
      { line: null, what: expect.stringMatching(/^the circuit breakers cannot be asked again: /) },
    ]);
  });
});
