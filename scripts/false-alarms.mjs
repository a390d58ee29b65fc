#!/usr/bin/env node
/**
 * Counts how often the regression gate says "regression" between two nights of the same code, by kind of contract, and how often it
 * finds a contract that broke. Nights are simulated: contracts, runs of the history, runs a night, extra runs by the gate's own rule.
 */
import { ensureLibrary } from './build/ensure-build.mjs';
import { createProgress } from './terminal/create-progress.mjs';
import { readCommandLine } from './terminal/read-command-line.mjs';

const { values } = readCommandLine({
  name: 'false-alarms',
  purpose:
    'Simulates pairs of nights of the same code, and counts how often the regression gate says "regression", by kind of contract, and how often it finds a contract that broke. Takes some minutes; --nights 20 takes seconds.',
  options: {
    nights: { value: 'N', kind: 'count', default: 1000, help: 'pairs of nights in each situation' },
    alpha: { value: 'A', kind: 'number', help: 'level of the gate (default as shipped)' },
    shock: {
      value: 'SD',
      kind: 'number',
      help: 'only this standard deviation of the night, on the logit scale (default 0, 0.3 and 0.6)',
    },
    contracts: { value: 'N', kind: 'count', default: 20, help: 'contracts in the suite' },
    history: { value: 'N,…', kind: 'counts', default: [0, 5, 20, 60], help: 'nights of history' },
    runs: { value: 'N,…', kind: 'counts', default: [1, 3, 5], help: 'runs a night' },
    json: { help: 'print settings and figures as JSON' },
  },
  exit: '0 no kind of contract has more false alarms than one in 200 nights by more than chance, 1 one has.',
  example: 'npm run false-alarms -- --nights 20 --shock 0.3',
});
await ensureLibrary('false-alarms');
const { selectGatingSet } = await import('../lib/judge/analysis/regression/gating_set.js');
const { DEFAULT_ALPHA, planExtraRuns } = await import('../lib/judge/analysis/regression/comparison_report.js');
const { judgeRegression } = await import('../lib/judge/analysis/regression/judge_regression.js');
const { legacyRandom } = await import('../lib/judge/statistics/legacy_random.js');
const { normalQuantile } = await import('../lib/judge/statistics/normal_cdf.js');

const GOAL = 0.005;
const CONTRACTS = values.contracts;
const kinds = {
  'never fails': [1],
  '99 %': [0.99],
  '97 %': [0.97],
  '95 %': [0.95],
  '90 %': [0.9],
  'mixed flakes': [1, 0.9, 0.7, 0.5, 0.97],
  'agent that guesses': [0.3, 0.5, 0.8],
};
const histories = values.history;
const runs_a_night = values.runs;
const shocks = values.shock === undefined ? [0, 0.3, 0.6] : [values.shock];
const nights = values.nights;
const settings = {
  alpha: values.alpha ?? DEFAULT_ALPHA,
  minimum_effect: 0.1,
  extra_trials: 3,
  coverage_floor: 1,
};

const rows = [];
const progress = createProgress('false-alarms');
const situations = shocks.length * Object.keys(kinds).length * histories.length * runs_a_night.length;
for (const shock of shocks)
  for (const [kind, rates] of Object.entries(kinds))
    for (const lines of histories)
      for (const runs of runs_a_night) {
        progress(`${rows.length} of ${situations} situations`);
        rows.push({ shock, kind, lines, runs, ...simulate({ shock, rates, lines, runs }) });
      }
const table = shocks.flatMap((shock) =>
  Object.keys(kinds).map((kind) => {
    const own = rows.filter((row) => row.shock === shock && row.kind === kind);
    const mean = (of) => own.reduce((sum, row) => sum + row[of], 0) / own.length;
    return {
      shock,
      kind,
      false_alarms: mean('alarm'),
      worst: Math.max(...own.map(({ alarm }) => alarm)),
      undecided: mean('undecided'),
      found: mean('found'),
      found_or_open: mean('not_green'),
      pairs: own.length * nights,
    };
  }),
);
const above = table.filter(
  ({ false_alarms, pairs }) => false_alarms > GOAL + 3 * Math.sqrt((GOAL * (1 - GOAL)) / pairs),
);
if (values.json) console.log(JSON.stringify({ settings, rows, table }));
else {
  const percent = (share) => `${(100 * share).toFixed(2)} %`.padStart(9);
  console.log(
    `alpha ${settings.alpha}, ${CONTRACTS} contracts, ${histories.join('/')} nights of history, ${runs_a_night.join('/')} runs a night, ${nights} pairs each`,
  );
  console.log('night SD  contracts            alarms    worst  undecided  one broke: found  found or undecided');
  for (const row of table)
    console.log(
      `${String(row.shock).padEnd(8)}  ${row.kind.padEnd(18)} ${percent(row.false_alarms)} ${percent(row.worst)} ${percent(row.undecided)}   ${percent(row.found)}         ${percent(row.found_or_open)}`,
    );
}
process.exitCode = above.length > 0 ? 1 : 0;

function simulate({ shock, rates, lines, runs }) {
  const generator = legacyRandom(20260307);
  const random = () => generator.randomSample();
  const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random())));
  const count = { alarm: 0, undecided: 0, found: 0, not_green: 0 };
  const broken_nights = Math.max(1, Math.round(nights / 4));
  for (let n = 0; n < nights; n++) {
    const verdict = pair(false);
    if (verdict === 'regression') count.alarm++;
    if (verdict === 'undecided') count.undecided++;
  }
  for (let n = 0; n < broken_nights; n++) {
    const verdict = pair(true);
    if (verdict === 'regression') count.found++;
    if (verdict !== 'no regression') count.not_green++;
  }
  return {
    alarm: count.alarm / nights,
    undecided: count.undecided / nights,
    found: count.found / broken_nights,
    not_green: count.not_green / broken_nights,
  };

  /** Two nights of one code after `lines` others; where `broke`, the first contract always fails in head. */
  function pair(broke) {
    const tasks = Array.from({ length: CONTRACTS }, (_, i) => ({ task: `t${i}`, rate: rates[i % rates.length] }));
    const draw = (task, rate, of, moved) => {
      const shifted = rate === 0 || rate === 1 || moved === 0 ? rate : 1 / (1 + ((1 - rate) / rate) * Math.exp(-moved));
      let successes = 0;
      for (let i = 0; i < of; i++) if (random() < shifted) successes++;
      return { task, version: 'v', successes, failures: of - successes, undecided: 0 };
    };
    const night = (rateOf) => {
      const moved = shock === 0 ? 0 : shock * normal();
      return { moved, counts: tasks.map(({ task, rate }, i) => draw(task, rateOf(rate, i), runs, moved)) };
    };
    const same = (rate) => rate;
    const after = (rate, i) => (broke && i === 0 ? 0 : rate);
    const earlier = Array.from({ length: lines }, () => night(same).counts);
    const base = night(same).counts;
    const head = night(after);
    const set = selectGatingSet({ base, head: head.counts, history: lines === 0 ? undefined : earlier.flat() });
    const before = { history: earlier, same_night: false };
    const first = judgeRegression(set, settings, new Map(), before);
    const extra = new Map(
      planExtraRuns(first).map(({ task, trials }) => {
        const i = Number(task.slice(1));
        return [task, draw(task, after(tasks[i].rate, i), trials, head.moved)];
      }),
    );
    return extra.size === 0 ? first.verdict : judgeRegression(set, settings, extra, before).verdict;
  }
}
