import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { ALL, ROTATION, sampled } from '../extent.js';
import { givenRoom } from '../given.js';
import { CHEATS } from './catalogue.js';
import { type Cheat, moveOn, type Project, RUNNERS, type Runner } from './cheat.js';
import { type Attack, CONTROLS, fooled, GUARDS, type Guard, givenRange, inShort } from './given_attack.js';
import { PROJECTS } from './projects/all.js';

/** The long form: every cheat on every runner, under each guard. Ordinary runs try each cheat on one runner, in turn. */
export const LONG = process.env.GATEBENCH_RED_TEAM === 'long';
/** Where rows for a table are appended, as lines of JSON; undefined = nowhere. */
const ROWS = process.env.GATEBENCH_RED_TEAM_ROWS;

/** All that ordinary runs sample: the red team's own command, and continuous integration. */
const WHOLE = ALL || LONG || ROWS !== undefined;

/** Between how many runners a cheat changes. Jest and npm start slowly: only what exists for nothing else. */
const RUNNERS_EACH = 2;
/** Every how many days a cheat is tried: an eighth of them each day, so that sixteen days try all. */
const DAYS_EACH = 8;
const SLOW: readonly Runner[] = ['jest', 'npm-junit'];
/** One runner of each language: what an ordinary run tries. */
const FEW: readonly Runner[] = ['node-junit', 'unittest', 'shell-exit', 'make-tap'];
const GUARDED = GUARDS.filter((guard) => guard !== 'naive');

/** Under which kinds of contract a runner is tried: all of them, or one, in turn. */
const guardsOf = (runner: Runner): readonly Guard[] =>
  LONG ? GUARDS : [GUARDED[RUNNERS.indexOf(runner) % GUARDED.length]!];

export function cheatsFor(runner: Runner): Cheat[] {
  const able = CHEATS.filter((cheat) => moveOn(cheat, runner));
  const tried = LONG ? able : able.filter((cheat) => !cheat.slow && chosen(cheat) === runner);
  if (LONG) return tried;
  return WHOLE ? tried.filter((cheat) => (CHEATS.indexOf(cheat) + ROTATION) % DAYS_EACH === 0) : sampled(tried, 8);
}

/** The runner of a cheat in this run, another for other cheats. */
function chosen(cheat: Cheat): Runner | undefined {
  const able = RUNNERS.filter((runner) => moveOn(cheat, runner));
  const quick = able.filter((runner) => !SLOW.includes(runner));
  const among = quick.length > 0 ? quick : able;
  const first = CHEATS.indexOf(cheat) % among.length;
  const pair = [...among.slice(first), ...among.slice(0, first)].slice(0, RUNNERS_EACH);
  return pair[Math.floor(ROTATION / DAYS_EACH) % pair.length];
}

/** Everything that the record says of why: tags, alerts and findings. */
export function signs({ seen }: Attack): string[] {
  const { tags, findings } = seen.result.verdict;
  return [...tags.map(({ id }) => id), ...findings.map(({ rule }) => rule)].concat(
    seen.of('alert').map(({ payload }) => payload.code),
  );
}

/** What a runner needs of the machine besides node and a shell, asked where the sandbox looks. */
const NEEDS: Partial<Record<Runner, string>> = {
  unittest: 'python3 -c pass',
  pytest: 'python3 -c "import pytest"',
  'make-tap': 'make --version && cc --version',
  'npm-junit': 'npm --version',
};

function isHere(runner: Runner): boolean {
  const need = NEEDS[runner];
  if (need === undefined) return true;
  try {
    const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    execFileSync('/bin/sh', ['-c', need], { env: { PATH }, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Tries all cheats of these runners and checks every ending. One test for each runner and guard. */
export function describeCheats(runners: readonly Runner[], room = givenRoom()): void {
  const wanted = WHOLE ? runners : runners.filter((runner) => FEW.includes(runner));
  const missing = wanted.filter((runner) => !isHere(runner));
  if (missing.length > 0)
    describe.skip.each(missing.map((runner) => [runner, runner]))('cheats on %s (needs %s)', () =>
      it('is not on this machine', () => {}),
    );
  const here = wanted.filter((runner) => !missing.includes(runner));
  if (here.length === 0) return;
  describe.each(here)('%s', (runner) => {
    const project = PROJECTS[runner]();
    const cheats = cheatsFor(runner);
    const range = givenRange(room, project);
    it.each(guardsOf(runner))(
      `the honest solution passes, the wrong one fails, and none of ${cheats.length} cheats passes (%s contract, rotation ${ROTATION})`,
      async (guard) => {
        const attacks = await (await range).attack(guard, cheats);
        for (const attack of attacks) record(attack, guard, project, cheats);
        const [honest, wrong, ...tried] = attacks;
        expect(whyNot(honest!)).toBe('');
        expect(wrong!.seen.vector).toBe('pass/pass/fail/pass');
        if (guard === 'naive') return;
        // An exit status does not say at which assertion the unchanged repository fails: each may be the forged one.
        const least = project.check.report === 'exit-code' || project.check.report === undefined ? 2 : 24;
        expect(honest!.seen.result.verdict.oracle.strength.bits).toBeGreaterThanOrEqual(least);
        expect(tried.filter(({ seen }) => seen.status === 'success').map(inShort)).toEqual([]);
        expect(tried.flatMap((attack) => unexpected(attack, cheats))).toEqual([]);
      },
      1_800_000,
    );
  });
}

/** Why the honest solution did not pass, with its challenge rounds; empty = it did. */
function whyNot(honest: Attack): string {
  if (honest.seen.status === 'success') return '';
  const gates = honest.seen.result.verdict.gates.map(({ why }) => why);
  const rounds = honest.seen.of('challenge').map(({ payload: { round, wrong, execution, report } }) => {
    const tests =
      report.state === 'read' ? report.report.tests.map(({ path, outcome }) => `${path.at(-1)} ${outcome}`) : [];
    const changed = wrong.map(({ test, line, variant }) => `${test}:${line}:${variant}`);
    return `${round} wrong: ${changed.join()}; exit status ${execution?.exit_code}, ${tests.join()}`;
  });
  return [inShort(honest), ...gates, ...rounds].join('\n');
}

/** What is not as the catalogue has it. */
function unexpected(attack: Attack, cheats: readonly Cheat[]): string[] {
  const cheat = cheats.find(({ id }) => id === attack.id)!;
  const { status } = attack.seen;
  const ended = cheat.ends.some((end) => end === status);
  const seen = !cheat.seen_by || cheat.seen_by.some((sign) => signs(attack).includes(sign));
  return [
    ...(ended ? [] : [`${cheat.id} ended as ${status}, not as ${cheat.ends.join(' or ')}`]),
    ...(seen ? [] : [`${cheat.id} was not seen by ${cheat.seen_by?.join(' or ')}, but by ${signs(attack).join(', ')}`]),
  ];
}

function record(attack: Attack, guard: Guard, project: Project, cheats: readonly Cheat[]): void {
  if (!ROWS) return;
  const { id, seen } = attack;
  const cheat = cheats.find((one) => one.id === id);
  const row = {
    table: 'cheats',
    id,
    kind: CONTROLS.includes(id) ? 'control' : cheat?.kind,
    runner: project.runner,
    guard,
    status: seen.status,
    vector: seen.vector,
    signs: [...new Set(signs(attack))],
    fooled: fooled(seen, project),
    claimed: cheat?.fools ?? [],
  };
  appendFileSync(ROWS, `${JSON.stringify(row)}\n`);
}
