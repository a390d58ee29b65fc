import { createCallResultReader } from '../../../../src/run/supervisor/calls/agent_call_result.js';
import { call, codes, type Given, givenLog, sample, times, trafficCall, tree } from '../given_events.js';

const quiet = { suspend_writes: 0, no_progress: 0, identical_calls: 0, calls_per_minute: 0 };
const breakers = (given: object) => ({ policy: { breakers: { ...quiet, ...given } } });

describe('calls of an agent, each once', () => {
  const results = (events: Given[]) => {
    const reader = createCallResultReader();
    return givenLog(events).flatMap((event) => reader.see(event) ?? []);
  };

  it('are what was made through us, and what only the traffic shows', () => {
    const made = call({ run: 'npm ci', tree: tree(1), cycle: 'failed' });
    const [, , asked] = trafficCall({ run: 'npm ci' });
    expect(
      results([made, asked!, ...trafficCall({ run: 'make', cycle: 'passed', tree: 2 })]).map(
        ({ road, seq, cycle, tree }) => [road, seq, cycle, tree],
      ),
    ).toEqual([
      ['call', 0, 'failed', tree(1)],
      ['traffic', 4, 'passed', tree(2)],
    ]);
  });

  it('count once, however often their outcome is told', () => {
    const told = trafficCall();
    const log = givenLog(told);
    const reader = createCallResultReader();
    const seen = [...log, { ...log.at(-1)!, seq: 4 }].flatMap((event) => reader.see(event) ?? []);
    expect(seen).toHaveLength(1);
  });

  it('are none where an outcome names an act that was never told, or one that is only words', () => {
    const [, , asked, outcome] = trafficCall();
    expect(results([asked!, outcome!])).toEqual([]);
    expect(results(trafficCall({ form: 'text' }))).toEqual([]);
  });

  it('install what the line or the act says; what was refused installs nothing', () => {
    const [made] = results([call({ run: 'npm ci && pip install x; npm ci' })]);
    expect(made!.installs()).toEqual(['npm', 'pip', 'npm']);
    const [refused] = results(trafficCall({ installs: ['npm'], outcome: 'refused' }));
    expect(refused!.executed).toBe(false);
  });
});

describe('identical calls of a command-line agent', () => {
  const settings = breakers({ identical_calls: 3 });
  const same = (n: number, given: Parameters<typeof trafficCall>[0] = {}) => times(n, () => trafficCall(given)).flat();

  it('trip when so many in a row told its model the same', () => {
    expect(codes(same(9), settings)).toEqual(['identical-calls']);
    expect(codes(same(9, { tree: 1 }), settings)).toEqual(['identical-calls']);
    expect(codes(same(2), settings)).toEqual([]);
  });

  it.each<[string, Given[]]>([
    ['the workspace changed in between', times(9, (i) => trafficCall({ tree: i })).flat()],
    ['it waits for a job of its own', times(9, (i) => trafficCall({ run: 'cat log', told: `${i}` })).flat()],
    ['it waits and is told the same', same(9, { run: 'sleep 5; cat log' })],
    ['its model was told nothing', same(9, { told: null })],
    ['another call comes between', times(9, (i) => trafficCall({ run: i % 2 ? 'ls' : 'pwd' })).flat()],
    ['it reads a file in between', times(9, () => [...trafficCall(), trafficCall({ tool: 'read' })[2]!]).flat()],
    ['it is the same line for another tool', times(9, (i) => trafficCall({ tool: `t${i}` })).flat()],
    ['tests that pass are run again', times(9, (i) => trafficCall({ cycle: 'passed', tree: 1, told: `${i}` })).flat()],
  ])('do not when %s', (_, events) => {
    expect(codes(events, settings)).toEqual([]);
  });

  it('are the same cycle that fails at the same tree, whatever it prints', () => {
    const failing = times(3, (i) => trafficCall({ cycle: 'failed', tree: 1, told: `in ${i} ms` })).flat();
    expect(codes(failing, settings)).toEqual(['identical-calls']);
    const unknown = times(9, (i) => trafficCall({ cycle: 'failed', told: `in ${i} ms` })).flat();
    expect(codes(unknown, settings)).toEqual([]);
  });
});

describe('no progress of a command-line agent', () => {
  const settings = breakers({ no_progress: 4 });
  it('is being told again what it was told at this state of the workspace', () => {
    const again = () => times(3, (i) => trafficCall({ run: `cat ${i}`, told: `${i}`, tree: 1 })).flat();
    expect(codes([...again(), ...again()], settings)).toEqual([]);
    expect(codes([...again(), ...again(), ...again()], settings)).toEqual(['no-progress']);
  });

  it('is not a look at many files, one after the other', () => {
    expect(codes(times(200, (i) => trafficCall({ run: `cat ${i}`, tree: 1 })).flat(), settings)).toEqual([]);
  });

  it('ends with a change, one that a sample shows as well, and holds nothing against unknown states', () => {
    const looks = (n: number, at: number | null) => times(n, () => trafficCall({ tree: at })).flat();
    expect(codes([...looks(4, 1), ...looks(4, 2)], settings)).toEqual([]);
    expect(codes([...looks(4, 1), sample({ tree: tree(2) }), ...looks(4, 2)], settings)).toEqual([]);
    expect(codes(looks(50, null), settings)).toEqual([]);
  });
});

describe('failing cycles of a command-line agent', () => {
  const failed = (n: number | null) => trafficCall({ run: 'npm test', cycle: 'failed', tree: n });
  it('count against the budget together with those made through us', () => {
    const events = [...failed(null), call({ cycle: 'failed' }), ...failed(null)];
    expect(codes(events, { ...breakers({}), budget: { failed_cycles: 3 } })).toEqual(['failed-cycle-cap']);
    expect(codes(events, { ...breakers({}), budget: { failed_cycles: 4 } })).toEqual([]);
  });

  it('oscillate between two trees', () => {
    const settings = breakers({ oscillation: 4 });
    expect(codes([1, 2, 1, 2].flatMap(failed), settings)).toEqual(['oscillation']);
    expect(codes([1, 2, null, 1, 2].flatMap(failed), settings)).toEqual([]);
  });

  it('are told when they repeat, without taking the leave to write from a running program', () => {
    expect(codes([1, 2].flatMap(failed), breakers({ suspend_writes: 2 }))).toEqual(['repeated-failure']);
  });
});

describe('installations of a command-line agent', () => {
  const install = (i: number, run = 'npm ci', manifests: number | null = 1) =>
    trafficCall({ run, told: `${i}`, installs: ['npm'], tree: i, manifests });
  const settings = breakers({ reinstalls: 3 });

  it('loop when the same is run so often while the files of dependencies stay', () => {
    expect(codes(times(3, (i) => install(i)).flat(), settings)).toEqual(['reinstall-loop']);
    expect(codes(times(9, (i) => install(i, 'npm ci', i)).flat(), settings)).toEqual([]);
    expect(codes(times(9, (i) => install(i, 'npm ci', null)).flat(), settings)).toEqual([]);
  });

  it('do not when it tries another installer each time', () => {
    const tries = ['npm ci', 'npm install', 'npm install --offline', 'yarn'].flatMap((run, i) => install(i, run));
    expect(codes(tries, settings)).toEqual([]);
  });
});

describe('a maximum of installations', () => {
  const changed = (n: number) =>
    times(n, (i) => [
      call({ run: 'npm pkg set x=1', tree: tree(2 * i) }),
      call({ run: 'npm install', manifests: i.toString(16).padStart(64, '0'), tree: tree(2 * i + 1) }),
    ]).flat();
  it('counts those whose files changed, on every road and of every ecosystem', () => {
    expect(codes(changed(7), breakers({ dependency_resolutions: 7 }))).toEqual(['dependency-cap']);
    expect(codes(changed(7), breakers({ dependency_resolutions: 8 }))).toEqual([]);
    const mixed = [
      ...trafficCall({ run: 'pip install x', installs: ['pip'] }),
      call({ run: 'cargo fetch; go get x' }),
      ...trafficCall({ run: 'bundle install', installs: ['gem'], outcome: 'refused' }),
    ];
    expect(codes(mixed, breakers({ dependency_resolutions: 3 }))).toEqual(['dependency-cap']);
    expect(codes(mixed, breakers({ dependency_resolutions: 4 }))).toEqual([]);
  });
  it('is 20 where a contract says nothing, and none at 0', () => {
    expect(codes(changed(19), breakers({ reinstalls: 0 }))).toEqual([]);
    expect(codes(changed(20), breakers({ reinstalls: 0 }))).toEqual(['dependency-cap']);
    expect(codes(changed(99), breakers({ dependency_resolutions: 0 }))).toEqual([]);
  });
});

describe('an expensive command of a command-line agent', () => {
  const run = (asked_s: number, told_s: number, n = 1) =>
    trafficCall({ run: 'npm test', tree: n, told: `${told_s}`, asked_s, told_s });
  it('that is run again on the same workspace slows it down', () => {
    expect(codes([...run(1, 13), ...run(14, 26)], breakers({}))).toEqual(['expensive-repeat']);
    expect(codes([...run(1, 13), ...run(14, 26, 2)], breakers({}))).toEqual([]);
    expect(codes([...run(1, 9), ...run(14, 22)], breakers({}))).toEqual([]);
  });
});
