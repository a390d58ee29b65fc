import { replayTrips } from '../../../src/run/supervisor/breakers/create_breaker_set.js';
import type { ContractInput } from '../../given_task.js';
import {
  answer,
  call,
  cost,
  cycle,
  type Given,
  givenLog,
  prompt,
  response,
  sample,
  stage,
  thresholds,
  times,
  tree,
  trips,
} from './given_events.js';

type Case = [title: string, events: Given[], settings: Pick<ContractInput, 'policy' | 'budget'>, expected: string[]];
const held = (cases: readonly Case[]) =>
  it.each(cases)('%s', (_, events, settings, expected) => {
    expect(trips(events, settings)).toEqual(expected);
  });
const breakers = (given: NonNullable<NonNullable<ContractInput['policy']>['breakers']>) => ({
  policy: { breakers: given },
});
const manifests = (n: number) => n.toString(16).padStart(64, '0');

describe('the wall clock of the agent', () => {
  const budget = { wall: '60s' };
  held([
    [
      'trips at the first event after it is over',
      [stage('write', 10), call({ s: 69 }), call({ s: 70 })],
      { budget },
      ['wall-ceiling@2'],
    ],
    [
      'counts from the inspect stage',
      [stage('inspect', 10), stage('write', 40), call({ s: 71 })],
      { budget },
      ['wall-ceiling@2'],
    ],
    [
      'does not count setup or evaluation',
      [stage('setup', 1), stage('write', 100), call({ s: 159 }), stage('evaluation', 300)],
      { budget },
      [],
    ],
    [
      'trips when a command was ended by what was left of it, though its timer was early',
      [
        stage('write', 10),
        call({ s: 69.9995, execution: { cause: 'timeout', started_ms: 12_000, timeout_ms: 58_000 } }),
      ],
      { budget },
      ['wall-ceiling@1'],
    ],
    [
      'does not trip at a shorter timeout',
      [stage('write', 10), call({ s: 30, execution: { cause: 'timeout', started_ms: 12_000, timeout_ms: 2_000 } })],
      { budget },
      [],
    ],
    [
      'stands still while a person is asked',
      [
        stage('write', 10),
        answer('x', 'pending', 20),
        sample(),
        answer('x', 'deny', 500),
        call({ s: 549 }),
        call({ s: 550 }),
      ],
      { budget },
      ['wall-ceiling@5'],
    ],
    [
      'trips at a sample of a running command',
      [stage('write', 10), { ...sample(), s: 71 }],
      { budget },
      ['wall-ceiling@1'],
    ],
  ]);
});

describe('the ceiling of one command', () => {
  const timeout = (timeout_ms: number) => call({ execution: { cause: 'timeout', timeout_ms } });
  held([
    [
      'trips when a command was ended there, each time',
      [timeout(5000), timeout(5000)],
      { budget: { command: '5s' } },
      ['command-ceiling@0', 'command-ceiling@1'],
    ],
    ["does not trip at a command's own shorter timeout", [timeout(4000)], { budget: { command: '5s' } }, []],
    ['is off when the contract sets none', [timeout(5000)], {}, []],
  ]);
});

describe('limits of resources', () => {
  held([
    ['memory trips when the kernel ended a command', [call({ execution: { cause: 'oom' } })], {}, ['memory-limit@0']],
    [
      'processor time trips when a command was ended',
      [call({ execution: { cause: 'cpu-limit' } })],
      { budget: { cpu: '1s' } },
      ['cpu-limit@0'],
    ],
    ['disk trips when a command was ended', [call({ execution: { cause: 'disk-limit' } })], {}, ['disk-limit@0']],
    ['output trips when a command was ended', [call({ execution: { cause: 'output-limit' } })], {}, ['output-flood@0']],
    [
      'samples beyond a limit trip',
      [sample({ memory_bytes: 2 ** 30 }), sample({ memory_bytes: 2 ** 30 + 1 })],
      { budget: { memory: '1GiB' } },
      ['memory-limit@1'],
    ],
    ['samples that measured nothing do not', [sample(), sample(), sample()], {}, []],
    [
      'processes trip when two samples in a row are at the limit',
      [sample({ processes: 8 }), sample({ processes: 7 }), sample({ processes: 8 }), sample({ processes: 8 })],
      { budget: { processes: 8 } },
      ['process-limit@3'],
    ],
    [
      'samples of two commands are not in a row',
      [sample({ processes: 8 }), call(), sample({ processes: 8 })],
      { budget: { processes: 8 } },
      [],
    ],
    [
      'a process that was refused is told once, however quickly the command gave up',
      [
        call({ execution: { forks_refused: 0 } }),
        call({ execution: { forks_refused: 3 } }),
        call({ execution: { forks_refused: 1 } }),
      ],
      { budget: { processes: 20 } },
      ['process-limit@1'],
    ],
    ['processes that nobody counted do not trip', [call({ execution: { forks_refused: null } })], {}, []],
    [
      'one stop is enough',
      [call({ execution: { cause: 'oom' } }), call({ execution: { cause: 'oom' } })],
      {},
      ['memory-limit@0'],
    ],
  ]);
});

describe('what models cost', () => {
  held([
    [
      'tokens trip before their cap, by the headroom',
      [cost('token', 899), cost('token', 1), cost('token', 1)],
      { budget: { tokens: 1000, headroom: 0.1 } },
      ['token-cap@1'],
    ],
    [
      'dollars trip before their cap',
      [cost('usd', 2), cost('token', 10, 2.75)],
      { budget: { usd: 5, headroom: 0.05 } },
      ['usd-cap@1'],
    ],
    [
      'without headroom the cap itself trips',
      [cost('token', 999), cost('token', 1)],
      { budget: { tokens: 1000, headroom: 0 } },
      ['token-cap@1'],
    ],
    [
      'costs of other kinds are no model costs',
      [
        {
          type: 'cost',
          payload: {
            action_type: 'artifact_storage',
            unit: 'token',
            quantity: 1e9,
            cost_usd: 100,
            provenance: 'measured',
          },
        },
      ],
      { budget: { tokens: 10, usd: 1 } },
      [],
    ],
    ['unknown costs count nothing', [cost('token', 5, null)], { budget: { usd: 1 } }, []],
  ]);
});

describe('numbers of calls and cycles', () => {
  held([
    [
      'the call beyond the cap trips',
      [call(), call({ run: 'b' }), call({ run: 'c' })],
      { budget: { tool_calls: 2 } },
      ['tool-call-cap@2'],
    ],
    [
      'failed cycles trip at their cap, passed ones in between or not',
      [cycle('failed', 1), cycle('passed', 2), cycle('failed', 3)],
      { budget: { failed_cycles: 2 } },
      ['failed-cycle-cap@2'],
    ],
    [
      'failed cycles in a row suspend writes, again after as many more',
      times(4, (i) => cycle('failed', i)),
      breakers({ suspend_writes: 2 }),
      ['repeated-failure@1', 'repeated-failure@3'],
    ],
    [
      'a passed cycle ends the row',
      [cycle('failed', 1), cycle('passed', 2), cycle('failed', 3)],
      breakers({ suspend_writes: 2 }),
      [],
    ],
    ['0 switches it off', times(9, (i) => cycle('failed', i)), breakers({ suspend_writes: 0 }), []],
  ]);
});

describe('operations of the coordination layer', () => {
  const asked = (given: unknown = {}): Given<'coordination'> => ({
    type: 'coordination',
    s: 1,
    payload: {
      id: 'op-1',
      agent: 'agent',
      profile: 'default',
      operation: 'recall',
      arguments: given,
      outcome: 'denied',
      code: 'resource_limit_exceeded',
      message: '',
      stages: [],
      wall_ms: 1,
      waited_ms: 0,
      operations: 1,
      transition: null,
    },
  });
  const large = 'x'.repeat(2 ** 24);
  held([
    ['end the run beyond 20,000, refused ones too', times(20_002, () => asked()), {}, ['operation-flood@20000']],
    ['end it when fewer have very much to say', times(9, () => asked(large)), {}, ['operation-flood@7']],
    ['do not, up to there', times(20_000, () => asked()), {}, []],
  ]);
});

describe('identical calls', () => {
  const same = (n: number | null) => call({ run: 'make', tree: n === null ? null : tree(n) });
  const settings = breakers({ identical_calls: 3 });
  held([
    [
      'trip when so many in a row left the workspace as it was',
      [same(1), same(1), same(1)],
      settings,
      ['identical-calls@2'],
    ],
    [
      'do not when another call comes between',
      [same(1), same(1), call({ run: 'ls', tree: tree(1) }), same(1)],
      settings,
      [],
    ],
    ['do not when the workspace changed', [same(1), same(2), same(3), same(3)], settings, []],
    ['do not when the state is unknown', times(9, () => same(null)), settings, []],
    [
      'are the same tool with the same arguments',
      times(3, (i) => call({ arguments: { a: 1, b: i }, tree: tree(1) })),
      settings,
      [],
    ],
    ['0 switches it off', times(99, () => same(1)), breakers({ identical_calls: 0, no_progress: 0 }), []],
  ]);
});

describe('no progress', () => {
  const settings = breakers({ no_progress: 3 });
  const look = (i: number, n = 1) => call({ run: `look ${i}`, tree: tree(n) });
  held([
    ['trips when so many calls changed nothing', times(4, (i) => look(i)), settings, ['no-progress@3']],
    ['starts again with every change', [look(0), look(1), look(2), look(3, 2), look(4, 2), look(5, 2)], settings, []],
    [
      'starts again with a check that passes',
      [look(0), look(1), look(2), cycle('passed', 1), look(4), look(5)],
      settings,
      [],
    ],
    ['does not count the inspect stage', [stage('inspect'), ...times(9, (i) => look(i))], settings, []],
    ['does not count calls of unknown state', times(9, (i) => call({ run: `look ${i}`, tree: null })), settings, []],
    [
      'a change seen by a sample is a change',
      [look(0), look(1), look(2), sample({ tree: tree(2) }), look(3, 2), look(4, 2)],
      settings,
      [],
    ],
  ]);
});

describe('parts of a task that are worked at side by side', () => {
  const of = (subtask: string, n: number, outcome: 'passed' | 'failed' = 'failed') =>
    call({ run: 'make test', cycle: outcome, tree: tree(n), subtask });
  const apart = (rounds: number) => times(rounds, () => [of('a', 1), of('b', 2)]).flat();
  const looks = (rounds: number) =>
    times(rounds, (i) => [
      call({ run: `cat ${i}`, tree: tree(1), subtask: 'a' }),
      call({ run: `cat ${i}`, tree: tree(2), subtask: 'b' }),
    ]).flat();
  held([
    [
      'are no two states that alternate',
      apart(4),
      breakers({ oscillation: 4, suspend_writes: 0, identical_calls: 0, no_progress: 0 }),
      [],
    ],
    [
      'alternate each by itself',
      [of('a', 1), of('b', 9), of('a', 2), of('b', 9), of('a', 1), of('a', 2)],
      breakers({ oscillation: 4, suspend_writes: 0, identical_calls: 0 }),
      ['oscillation@5'],
    ],
    ['make no progress each by itself', looks(5), breakers({ no_progress: 4, identical_calls: 0 }), ['no-progress@8']],
    [
      'repeat a call each by itself',
      apart(3),
      breakers({ identical_calls: 3, suspend_writes: 0 }),
      ['identical-calls@4'],
    ],
    ['fail in a row together', apart(2), breakers({ suspend_writes: 4 }), ['repeated-failure@3']],
  ]);
});

describe('oscillation', () => {
  const settings = breakers({ oscillation: 4, suspend_writes: 0 });
  const failing = (...trees: (number | null)[]) => trees.map((n) => cycle('failed', n));
  held([
    [
      'trips when the last failing states alternate between two trees',
      failing(1, 2, 1, 2),
      settings,
      ['oscillation@3'],
    ],
    ['counts a state once that failed twice', failing(1, 1, 2, 2, 1, 2), settings, ['oscillation@5']],
    ['does not trip at three trees', failing(1, 2, 3, 1, 2, 3), settings, []],
    ['begins anew when a cycle passes', [...failing(1, 2, 1), cycle('passed', 2), ...failing(1, 2)], settings, []],
    ['begins anew at a state that is unknown', failing(1, 2, 1, null, 2), settings, []],
  ]);
});

describe('installing dependencies again and again', () => {
  const settings = breakers({ reinstalls: 3 });
  const install = (run: string, n: number | null = 1, i = 0) =>
    call({ run, manifests: n === null ? null : manifests(n), tree: tree(i) });
  held([
    [
      'trips when their files are as they were',
      times(3, (i) => install('npm ci', 1, i)),
      settings,
      ['reinstall-loop@2'],
    ],
    [
      'sees the same ecosystem in other words',
      [install('npm ci'), install('cd web && npm i --offline', 1, 2), install('NODE_ENV=x npm install', 1, 3)],
      settings,
      ['reinstall-loop@2'],
    ],
    [
      'does not when the files changed',
      [install('npm ci', 1), install('npm ci', 2), install('npm ci', 2), install('npm ci', 3)],
      settings,
      [],
    ],
    [
      'counts ecosystems apart',
      [install('npm ci'), install('pip install -e .'), install('npm ci'), install('cargo fetch')],
      settings,
      [],
    ],
    ['does not when the state is unknown', times(5, (i) => install('npm ci', null, i)), settings, []],
    [
      'counts each of one line',
      [install('go mod download; go mod download; go mod download')],
      settings,
      ['reinstall-loop@0'],
    ],
    [
      'does not count what was not run',
      times(5, (i) => ({
        ...install('npm ci', 1, i),
        payload: { tool: 'command', arguments: { command: 'npm ci' }, summary: 'not run', manifests: manifests(1) },
      })),
      settings,
      [],
    ],
  ]);
});

describe('a milestone', () => {
  const settings = { budget: { wall: '100s' }, policy: { breakers: { dominance: 0.8, calls_per_minute: 0 } } };
  held([
    [
      'is missed, once, when most of a budget is gone',
      [stage('write', 0), call({ s: 81 }), call({ s: 82 })],
      settings,
      ['no-milestone@1'],
    ],
    ['is a cycle that passed', [stage('write', 0), cycle('passed', 1), call({ s: 90 })], settings, []],
    [
      'is not a cycle that failed, whatever was changed',
      [stage('write', 0), call({ tree: tree(1) }), cycle('failed', 2), call({ s: 90 })],
      settings,
      ['no-milestone@3'],
    ],
    [
      'is a change of the workspace where nothing was tested',
      [stage('write', 0), call({ tree: tree(1) }), call({ run: 'b', tree: tree(2) }), call({ s: 90 })],
      settings,
      [],
    ],
    [
      'is asked for by every budget',
      [cost('token', 850)],
      { budget: { tokens: 1000 }, ...breakers({ dominance: 0.8 }) },
      ['no-milestone@0'],
    ],
    ['0 switches it off', [stage('write', 0), call({ s: 99 })], { ...settings, ...breakers({ dominance: 0 }) }, []],
  ]);
});

describe('requests to models', () => {
  const usage = {
    input_tokens: 1,
    cached_input_tokens: 0,
    cache_write_tokens: 0,
    output_tokens: 1,
    reasoning_tokens: 0,
  };
  const answered = () => response(null, { usage: { ...usage, source: 'reported' } });
  held([
    [
      'that the gateway refuses at a cap end the agent there, whatever is spent',
      [prompt({ upstream: null }), response('usd-cap')],
      { budget: { usd: 5 } },
      ['usd-cap@1'],
    ],
    ['of tokens too', [response('token-cap')], { budget: { tokens: 10 } }, ['token-cap@0']],
    ['and of requests', [response('request-cap')], { budget: { model_requests: 1 } }, ['request-cap@0']],
    ['a model without a price as well', [response('unpriced-model')], {}, ['unpriced-model@0']],
    [
      'that are refused for another reason, or break off, end nothing',
      [
        response('unknown-model'),
        response('usd-cap', { outcome: 'aborted' }),
        response('token-cap'),
        response('request-cap'),
      ],
      {},
      [],
    ],
    [
      'are counted when they reached the upstream, answered or not, as the gateway does',
      [
        answered(),
        prompt({ exchange: 2, operation: 'count-tokens' }),
        response(null, { exchange: 2 }),
        response('upstream-unreachable', { outcome: 'error' }),
        response('other-model'),
        response('upstream-status', { outcome: 'error' }),
        response('upstream-reset', { outcome: 'partial' }),
      ],
      { budget: { model_requests: 2 } },
      ['request-cap@6'],
    ],
    [
      'are a budget of which too much can be gone',
      [answered(), answered()],
      { budget: { model_requests: 4 }, ...breakers({ dominance: 0.5 }) },
      ['no-milestone@1'],
    ],
  ]);
  it('end it as a resource at the cap that was reached, in the words of the gateway', () => {
    const [found] = replayTrips(givenLog([response('unpriced-model')]), thresholds({ budget: { usd: 2 } }));
    expect(found!.trip).toEqual({
      code: 'unpriced-model',
      severity: 'warning',
      message: 'the gateway refused a request to a model: refused for unpriced-model',
      signals: { limit: 2 },
      action: 'kill',
      stop: { kind: 'resource', cap: 'unpriced-model' },
      asks: false,
    });
  });
});

describe('backpressure', () => {
  const waits = (events: Given[], settings: Pick<ContractInput, 'policy' | 'budget'>) =>
    replayTrips(givenLog(events), thresholds(settings)).map(({ at, trip }) => `${trip.code}@${at} ${trip.wait_ms}`);
  it('slows a burst down, longer with every call, and ends when the calls are slow enough', () => {
    const burst = times(6, (i) => call({ run: `${i}`, s: 10 + i }));
    const later = [call({ run: 'x', s: 100 }), ...times(3, (i) => call({ run: `y${i}`, s: 200 + i }))];
    expect(waits([...burst, ...later], breakers({ calls_per_minute: 3 }))).toEqual([
      'call-burst@2 250',
      'call-burst@3 500',
      'call-burst@4 1000',
      'call-burst@5 2000',
      'call-burst@9 250',
    ]);
  });
  it('slows down requests to models the same way, counted apart from calls', () => {
    const burst = times(6, (i) => (i % 2 === 0 ? call({ run: `${i}`, s: 10 + i }) : prompt({ exchange: i }, 10 + i)));
    expect(waits(burst, breakers({ calls_per_minute: 3 }))).toEqual(['call-burst@4 250', 'request-burst@5 250']);
  });
  it('never makes a call wait longer than half a minute for a burst', () => {
    const burst = times(40, (i) => call({ run: `${i}`, s: 1 + i / 100 }));
    expect(waits(burst, breakers({ calls_per_minute: 3 })).at(-1)).toBe('call-burst@39 30000');
  });
  it('slows down an expensive command that is run again on the same workspace', () => {
    const slow = (n: number | null, run = 'make') =>
      call({ run, tree: n === null ? null : tree(n), execution: { started_ms: 0, ended_ms: 15_000 } });
    const events = [
      slow(1),
      slow(1),
      slow(1, 'other'),
      slow(1),
      slow(2),
      slow(2),
      slow(null),
      slow(null),
      call({ run: 'make', tree: tree(2) }),
    ];
    expect(waits(events, breakers({ identical_calls: 0 }))).toEqual([
      'expensive-repeat@1 1000',
      'expensive-repeat@3 2000',
      'expensive-repeat@5 1000',
    ]);
  });
});

describe('the inspect stage', () => {
  const said = (head: string) => ({ stderr: { sha256: manifests(0), bytes: 1, truncated: false, head, tail: '' } });
  const refused = (of_seq: number, target: string): Given => ({
    type: 'refused_operations',
    payload: {
      of_seq,
      source: 'strace',
      operations: [{ kind: 'write', call: 'openat', target, errno: 'EROFS', count: 1 }],
      complete: true,
    },
  });
  const denied = said('sh: 1: cannot create value: Read-only file system');
  held([
    [
      'a refused write trips, each time',
      [stage('inspect'), call({ execution: denied }), call({ execution: denied })],
      {},
      ['write-in-inspect-stage@1', 'write-in-inspect-stage@2'],
    ],
    ['the same words in the write stage do not', [stage('write'), call({ execution: denied })], {}, []],
    [
      'nor do they on standard output, where they may be what was looked at',
      [stage('inspect'), call({ execution: { stdout: denied.stderr } })],
      {},
      [],
    ],
    [
      'a silent one trips by its trace, and none twice',
      [stage('inspect'), call(), refused(1, '/work/src/a'), call({ execution: denied }), refused(3, 'src/a')],
      {},
      ['write-in-inspect-stage@2', 'write-in-inspect-stage@3'],
    ],
    [
      'a traced write elsewhere, and one of the write stage, do not',
      [stage('inspect'), call(), refused(1, '/run/x'), stage('write'), call(), refused(4, '/work/a')],
      {},
      [],
    ],
  ]);
});

describe('a condition that asks a person', () => {
  const settings = { policy: { escalate: { conditions: ['memory-limit' as const] } } };
  const oom = () => call({ execution: { cause: 'oom' } });
  const asked = answer('memory-limit', 'pending');
  held([
    [
      'does not end the run, nor trips again while the question is open',
      [oom(), asked, oom()],
      settings,
      ['memory-limit@0'],
    ],
    [
      'begins anew when it is allowed',
      [oom(), asked, answer('memory-limit', 'allow'), oom()],
      settings,
      ['memory-limit@0', 'memory-limit@3'],
    ],
    [
      'ends the run when it is denied',
      [oom(), asked, answer('memory-limit', 'deny'), oom(), call({ execution: { cause: 'disk-limit' } })],
      settings,
      ['memory-limit@0'],
    ],
  ]);
});
