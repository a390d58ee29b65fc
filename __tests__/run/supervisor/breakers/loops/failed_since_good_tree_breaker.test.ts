import { replayTrips } from '../../../../../src/run/supervisor/breakers/create_breaker_set.js';
import { call, codes, cycle, type Given, givenLog, thresholds, times, trafficCall, tree } from '../../given_events.js';

const settings = (rollback: number) => ({
  policy: { breakers: { rollback, suspend_writes: 0, oscillation: 0, identical_calls: 0, no_progress: 0 } },
});
const backTo = (events: Given[], rollback = 2) =>
  replayTrips(givenLog(events), thresholds(settings(rollback))).map(({ at, trip }) => [
    at,
    trip.action,
    trip.good_tree,
  ]);
const [passed, failed] = [(n: number | null) => cycle('passed', n), (n: number | null) => cycle('failed', n)];

describe('cycles that fail since the last good tree', () => {
  it.each<[string, Given[], [number, string, string | null][]]>([
    ['go back to the tree that passed last', [passed(1), failed(2), failed(3)], [[2, 'rollback', tree(1)]]],
    ['go back to the beginning where none passed', [failed(2), failed(3)], [[1, 'rollback', null]]],
    ['begin anew after that', [failed(2), failed(3), failed(3)], [[1, 'rollback', null]]],
    ['begin anew with a cycle that passes', [failed(2), passed(1), failed(3)], []],
    [
      'do not go back to a tree at which one failed',
      [passed(1), passed(2), failed(2), failed(3)],
      [[3, 'rollback', tree(1)]],
    ],
    [
      'do not go back to a state that is unknown',
      [passed(1), passed(null), failed(2), failed(3)],
      [[3, 'rollback', tree(1)]],
    ],
  ])('%s', (_, events, expected) => {
    expect(backTo(events)).toEqual(expected);
  });

  it('are those of a command-line agent as well', () => {
    const own = (outcome: 'passed' | 'failed', n: number) => trafficCall({ run: 'npm test', cycle: outcome, tree: n });
    expect(backTo([...own('passed', 1), ...own('failed', 2), ...own('failed', 3)])).toEqual([
      [11, 'rollback', tree(1)],
    ]);
  });

  it('take a cycle whose end nobody told for one that passed', () => {
    const own = (outcome: 'unknown' | 'failed', n: number) => trafficCall({ run: 'npm test', cycle: outcome, tree: n });
    const row = [...own('failed', 1), ...own('unknown', 2), ...own('failed', 3)];
    expect(backTo(row)).toEqual([]);
    expect(backTo([...row, ...own('failed', 4)])).toEqual([[15, 'rollback', tree(2)]]);
  });

  it('are none of parts of a split task, and nothing where it is switched off', () => {
    const part = times(5, () => call({ cycle: 'failed', subtask: 'a', tree: tree(1) }));
    expect(backTo(part)).toEqual([]);
    expect(
      codes(
        times(9, (i) => failed(i)),
        settings(0),
      ),
    ).toEqual([]);
  });
});

describe('breakers that intervene again and again', () => {
  it('end the run', () => {
    const { breakers } = settings(1).policy;
    const events = times(9, (i) => failed(i));
    expect(codes(events, { policy: { breakers: { ...breakers, interventions: 3 } } })).toEqual([
      ...Array(3).fill('failed-since-good-tree'),
      'repeated-trips',
    ]);
    expect(codes(events, { policy: { breakers: { ...breakers, interventions: 0 } } })).toHaveLength(9);
  });
});
