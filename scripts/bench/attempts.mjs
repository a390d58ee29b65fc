/**
 * Whole runs of attempts beside a bare script that does the same job, and beside the limit: overlay, apply, sandboxed
 * tests. Both sides get the same minimal environment, file system and work.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { interleaved, median, minimalEnvironment, spread, timed } from './measure.mjs';
import { makeSubject } from './subject.mjs';

/** Golden attempts: neither canary nor challenge rounds. A patch file is challenged as by default. */
const PLAIN = 'golden';

/** Programs that the command of the subject's tests executes: a shell, Node, and Node for the file. */
const OWN_PROGRAMS = 3;

export function attemptBenchmarks({ rooms, cli, quick, report, ms, peers }) {
  const rounds = quick ? 3 : 5;
  const env = minimalEnvironment();

  /** One subject on one file system with its two sides. */
  function givenSubject(room, name, terms) {
    const root = join(room, name);
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true });
    const subject = makeSubject(root, terms);
    const [out, cache] = [join(root, 'out'), join(room, 'cache')];
    const gatebench = (cases, side, agent = PLAIN) =>
      timed(
        process.execPath,
        [
          ...[cli, 'run', subject.contract, '--agent', agent, '--trials', String(cases)],
          ...['--concurrency', String(side), '--replace', '--out', out, '--cache', cache],
        ],
        { env },
      );
    const script = (file) => (cases, side) => timed('bash', [file, String(cases), String(side)], { env });
    const results = () =>
      readFileSync(join(out, 'results.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    const others = Object.fromEntries(Object.entries(peers).map(([name, open]) => [name, open(root)]));
    return { ...subject, gatebench, bare: script(subject.bare), limit: script(subject.limit), results, peers: others };
  }

  /** Reports the ratio of a side to the bare script, by round, with its spread. Without a bar it is no row of ours. */
  function reportRatio(what, sides, bar, { cases, side = 'gatebench' }) {
    const ratios = sides[side].map((run, i) => run.ms / sides.bare[i].ms);
    const added = sides[side].map((run, i) => (run.ms - sides.bare[i].ms) / cases);
    const [low, high] = spread(ratios);
    const figure = `${median(ratios).toFixed(2)} × [${low.toFixed(2)}–${high.toFixed(2)}], +${median(added).toFixed(0)} ms a case`;
    if (bar === undefined) report(what, figure);
    else
      report(what, figure, `${bar.toFixed(2)} ×`, median(ratios) <= bar, { ratio: median(ratios), spread: high - low });
  }

  /** The peers' sides of a job; they run in the same rounds. */
  const createPeerSides = (subject, cases, side) =>
    Object.fromEntries(Object.entries(subject.peers).map(([name, run]) => [name, () => run(cases, side)]));
  const reportPeers = (what, sides, cases) => {
    for (const side of Object.keys(peers))
      if (sides[side]) reportRatio(`${what}: ${side}, without isolation`, sides, undefined, { cases, side });
  };

  return {
    async plain() {
      for (const [where, room] of rooms) {
        const subject = givenSubject(room, 'plain', { files: 200 });
        await subject.gatebench(1, 1);
        const sides = await interleaved(rounds, {
          gatebench: () => subject.gatebench(20, 1),
          bare: () => subject.bare(20, 1),
          ...(where === 'tmpfs' ? { one: () => subject.gatebench(1, 1), ...createPeerSides(subject, 20, 1) } : {}),
          ...(where === 'tmpfs' && subject.can_limit ? { limit: () => subject.limit(20, 1) } : {}),
        });
        const what = `20 cases, 200 files, one at a time, ${where}`;
        reportRatio(what, sides, 1.35, { cases: 20 });
        reportPeers(what, sides, 20);
        if (!sides.limit) continue;
        // Start and end of the command are no part of a warm attempt.
        const warm = sides.gatebench.map((run, i) => (run.ms - sides.one[i].ms) / 19);
        const limit = sides.limit.map((run) => run.ms / 20);
        const ratios = warm.map((each, i) => each / limit[i]);
        const [low, high] = spread(ratios);
        report(
          'a warm attempt over the limit (overlay, apply, sandboxed tests)',
          `${median(ratios).toFixed(2)} × [${low.toFixed(2)}–${high.toFixed(2)}] (${ms(median(warm))} against ${ms(median(limit))})`,
          '1.25 ×',
          median(ratios) <= 1.25,
          { ratio: median(ratios), spread: high - low },
        );
      }
    },
    async strength() {
      const [[, room]] = rooms;
      const subject = givenSubject(room, 'strength', { files: 200, canary: true });
      const agent = `patch:${subject.patch}`;
      await subject.gatebench(1, 1, agent);
      const sides = await interleaved(rounds, {
        gatebench: () => subject.gatebench(20, 1, agent),
        bare: () => subject.bare(20, 1),
      });
      const [{ bits, rounds: challenges }] = subject.results().map((result) => result.verdict.oracle.strength);
      if (!(bits >= 8)) throw new Error(`the passes have ${bits} bits: the row would flatter`);
      reportRatio('20 cases, 200 files, with the default strength', sides, 1.8, { cases: 20 });
      const runs = challenges + 2; // acceptance and the canary
      const each = sides.gatebench.map((run, i) => run.ms / runs / sides.bare[i].ms);
      const [low, high] = spread(each);
      report(
        `the same (strength 2^-${bits}), over its ${runs} runs of the tests`,
        `${median(each).toFixed(2)} × [${low.toFixed(2)}–${high.toFixed(2)}]`,
      );
    },
    async many() {
      const cases = quick ? 40 : 200;
      const [[where, room]] = rooms;
      const subject = givenSubject(room, 'many', { files: 200 });
      await subject.gatebench(1, 1);
      const sides = await interleaved(quick ? 2 : 3, {
        gatebench: () => subject.gatebench(cases, 2),
        bare: () => subject.bare(cases, 2),
        ...createPeerSides(subject, cases, 2),
      });
      const what = `${cases} cases, 200 files, two at a time, ${where}`;
      reportRatio(what, sides, 1.25, { cases });
      reportPeers(what, sides, cases);
      const few = (await subject.gatebench(20, 2)).peak_mib;
      const peak = Math.max(...sides.gatebench.map((run) => run.peak_mib));
      const figure = `${peak.toFixed(0)} MiB (at 20: ${few.toFixed(0)})`;
      report(`peak memory at ${cases} cases`, figure, '120 MiB', peak <= 120, { ratio: peak, spread: peak / 10 });
      const loud = givenSubject(room, 'loud', { files: 20, output: 5e6 });
      await loud.gatebench(1, 1);
      const flood = (await loud.gatebench(20, 2)).peak_mib;
      report('peak memory with 5 MB of output per attempt', `${flood.toFixed(0)} MiB`, '120 MiB', flood <= 120);
    },
    async large() {
      for (const [where, room] of rooms) {
        const subject = givenSubject(room, 'large', { files: 2000 });
        await subject.gatebench(1, 1);
        const sides = await interleaved(rounds, {
          gatebench: () => subject.gatebench(20, 1),
          bare: () => subject.bare(20, 1),
        });
        reportRatio(`20 cases, 2,000 files, one at a time, ${where}`, sides, 1.05, { cases: 20 });
        const overhead = median(subject.results().map((result) => result.timing.overhead_ms));
        report(`overhead of a warm attempt, 2,000 files, ${where}`, ms(overhead), '300 ms', overhead <= 300);
      }
    },
    async long() {
      const [[where, room]] = rooms;
      const subject = givenSubject(room, 'long', { files: 2000, seconds: 5 });
      await subject.gatebench(1, 1);
      const sides = await interleaved(quick ? 1 : 3, {
        gatebench: () => subject.gatebench(1, 1),
        bare: () => subject.bare(1, 1),
      });
      reportRatio(`one case with 5 s of tests, whole command, ${where}`, sides, 1.05, { cases: 1 });
    },
    async cores() {
      const [[, room]] = rooms;
      const subject = givenSubject(room, 'cores', { files: 200, spin: 1 });
      await subject.gatebench(1, 1);
      const { one, two } = await interleaved(quick ? 1 : 3, {
        one: () => subject.gatebench(8, 1),
        two: () => subject.gatebench(8, 2),
      });
      const gains = one.map((run, i) => run.ms / two[i].ms);
      const [low, high] = spread(gains);
      report(
        '8 cases with 1 s of computing, two at a time against one',
        `${median(gains).toFixed(2)} × [${low.toFixed(2)}–${high.toFixed(2)}]`,
        '1.85 ×',
        median(gains) >= 1.85,
        { ratio: median(gains), spread: high - low, more_is_better: true },
      );
    },
    async processes() {
      const [[, room]] = rooms;
      const subject = givenSubject(room, 'processes', { files: 200 });
      await subject.gatebench(1, 1);
      const count = (cases) => {
        const log = join(room, 'execve.log');
        const run = [process.execPath, cli, 'run', subject.contract, '--agent', PLAIN, '--trials', String(cases)];
        const rest = ['--replace', '--out', join(room, 'traced'), '--cache', join(room, 'cache')];
        execFileSync('strace', ['-f', '-qq', '-e', 'trace=execve', '-o', log, ...run, ...rest], {
          env,
          stdio: 'ignore',
        });
        // A failed look along PATH is no process.
        return readFileSync(log, 'utf8')
          .split('\n')
          .filter((line) => /execve\(.*= 0$/.test(line)).length;
      };
      const each = (count(6) - count(1)) / 5 - OWN_PROGRAMS;
      report(
        'programs of the harness per plain attempt',
        `${each.toFixed(1)} (and ${OWN_PROGRAMS} of the tests)`,
        '6',
        each <= 6,
        { ratio: each, spread: 0.5 },
      );
    },
  };
}
