// Needs: sandbox
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import type { z } from 'zod';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { validateContracts } from '../../../src/commands/validate/validate_contracts.js';
import {
  type ContractProof,
  type ValidateOutcome,
  validateOptionsSchema,
} from '../../../src/commands/validate/validate_options.js';
import { type ContractLock, contractLockSchema } from '../../../src/contract/validation/contract_lock.js';
import { sampled } from '../../extent.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { type GivenTask, givenShellTask, lineChange, newFile, tapCheck } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

/** Validates in the room; what it prints is looked at by those who want to. */
async function validated(
  order: Partial<z.input<typeof validateOptionsSchema>> &
    Pick<z.input<typeof validateOptionsSchema>, 'contracts' | 'out'>,
  signal = new AbortController().signal,
) {
  const [log, error]: [string[], string[]] = [[], []];
  const parsed = validateOptionsSchema.parse({
    cache: join(room, 'cache'),
    search_path: process.env.PATH ?? '',
    concurrency: 2,
    reruns: 1,
    ...order,
  });
  const outcome = await validateContracts(
    parsed,
    {
      log: (line) => log.push(line),
      error: (line) => error.push(line),
      signal,
      terminal: { columns: 80, colour: false },
    },
    room,
  );
  return { outcome, log: log.join('\n'), error: error.join('\n') };
}

/** Types a command line in the room. */
async function type(...argv: string[]) {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const out = { log: say, error: say, signal: new AbortController().signal, terminal: { columns: 80, colour: false } };
  const around = { cwd: room, search_path: process.env.PATH ?? '', user: 'somebody' };
  const code = await runCommandLine(argv, out, around).catch((fault: Error) => {
    say('text' in fault ? String(fault.text) : String(fault));
    return 2;
  });
  return { code, text: lines.join('\n') };
}

const step = ({ proofs }: ValidateOutcome, name: string, at = 0) =>
  proofs[at]!.proof.steps.find(({ step }) => step === name)!;
const runs = (out: string) => readdirSync(join(room, out, 'runs'));

/** A task with code: a program of which the hidden check looks at two of three answers. */
const PROGRAM: GivenTask = {
  challenged: true,
  repo: { 'answer.sh': 'echo nothing\n', 'tests/run.sh': 'sh answer.sh > /dev/null\n' },
  golden: [
    'diff --git a/answer.sh b/answer.sh\n--- a/answer.sh\n+++ b/answer.sh\n@@ -1 +1,4 @@',
    '-echo nothing',
    '+case $1 in a) echo 1 ;; esac',
    '+case $1 in b) echo 2 ;; esac',
    '+case $1 in unseen) echo 3 ;; esac',
    '+true',
    '',
  ].join('\n'),
  hidden: {
    'check.sh': [
      '{ echo "TAP version 13"; echo "1..2"; } > "$1"; bad=0',
      'if [ "$(sh answer.sh a)$(sh answer.sh b)" = 12 ]; then echo "ok 1 - the value is right"; else echo "not ok 1 - the value is right"; bad=1; fi >> "$1"',
      'if [ "$(cat kept)" = kept ]; then echo "ok 2 - the rest is kept"; else echo "not ok 2 - the rest is kept"; bad=1; fi >> "$1"',
      'exit $bad\n',
    ].join('\n'),
    'canary.sh': '[ "$(sh answer.sh a)" = impossible ]\n',
  },
};

/** A check of which the second test fails `of256` times in 256, by entropy of the kernel. */
const flakyCheck = (of256: number) => ({
  'check.sh': [
    '{ echo "TAP version 13"; echo "1..2"; } > "$1"; bad=0',
    'if [ "$(cat value)" = right ]; then echo "ok 1 - the value is right"; else echo "not ok 1 - the value is right"; bad=1; fi >> "$1"',
    `if [ "$(od -An -N1 -tu1 /dev/urandom)" -ge ${of256} ]; then echo "ok 2 - the rest is kept"; else echo "not ok 2 - the rest is kept"; bad=1; fi >> "$1"`,
    'exit $bad\n',
  ].join('\n'),
});

/** Writes a suite that refuses contracts without a proof. Returns the options that name it. */
const givenProvenSuite = (contract: string): string[] => {
  const golden = { name: 'reference', agent: 'golden' };
  const suite = { schema: 1, name: 'proven', contracts: [contract], agents: [golden], baselines: { noop: false } };
  write(room, { 'proven.yml': stringify({ ...suite, gate: { fail_on: 'gates' }, require_proof: true }) });
  return ['--suite', 'proven.yml'];
};

it('finds the same survivors with the narrower command, which decides most mutants', async () => {
  const check = (more: string[]) =>
    [
      '{ echo "TAP version 13"; echo "1..2"; } > "$1"; bad=0',
      ...more,
      'if [ "$(sh answer.sh a)" = 1 ]; then echo "ok 1 - a is right"; else echo "not ok 1 - a is right"; bad=1; fi >> "$1"',
      'exit $bad\n',
    ].join('\n');
  const rest = [
    'i=0; while [ $i -lt 150000 ]; do i=$((i + 1)); done',
    'case "$(sh answer.sh b)" in 2 | nothing) echo "ok 2 - b is kept" ;; *) echo "not ok 2 - b is kept"; bad=1 ;; esac >> "$1"',
  ];
  const hidden = { 'check.sh': check(rest), 'some.sh': check([]).replace('1..2', '1..1'), 'canary.sh': 'false\n' };
  const prove = async (id: string, challenge: object) => {
    const oracle = { files: 'hidden/', canary: 'sh hidden/canary.sh', challenge };
    const acceptance = [tapCheck({ fail_to_pass: ['a is right'], pass_to_pass: ['b is kept'] })];
    await givenShellTask(room, id, { ...PROGRAM, hidden, contract: { acceptance, oracle } });
    const { outcome } = await validated({ contracts: [id], out: `out-${id}`, mutants: 6 });
    const commands = runs(`out-${id}`).flatMap((run) => {
      const { agent, contract } = JSON.parse(readFileSync(join(room, `out-${id}/runs/${run}/manifest.json`), 'utf8'));
      return agent.name.startsWith('mutant:') ? [contract.body.acceptance[0].run] : [];
    });
    return { verdict: outcome.proofs[0]!.verdict, mutants: outcome.proofs[0]!.proof.mutants, commands };
  };
  const whole = await prove('whole', {});
  const narrow = await prove('narrow', { run: 'sh hidden/some.sh "$REPORT"' });
  expect([whole.verdict, narrow.verdict]).toEqual(['proven', 'proven']);
  expect(narrow.mutants).toEqual(whole.mutants);
  expect(new Set(whole.commands)).toEqual(new Set(['sh hidden/check.sh "$REPORT"']));
  // Only those that pass the narrower command run the whole.
  const count = (command: string) => narrow.commands.filter((one) => one === command).length;
  expect(count('sh hidden/some.sh "$REPORT"')).toBe(whole.commands.length);
  expect(count('sh hidden/check.sh "$REPORT"')).toBeGreaterThan(narrow.mutants.survived.length - 1);
  expect(count('sh hidden/check.sh "$REPORT"')).toBeLessThan(whole.commands.length);
});

describe('a contract that is as it must be', () => {
  let outcome: ValidateOutcome;
  let printed: string;
  let path: string;
  beforeAll(async () => {
    path = await givenShellTask(room, 'good', PROGRAM);
    write(dirname(path), { 'wrong/half.patch': lineChange('answer.sh', 'echo nothing', 'echo 1') });
    const found = await validated({ contracts: ['good'], out: 'out-good', mutants: 6 });
    outcome = found.outcome;
    printed = found.log;
  });

  // Holds K9
  it('is proven by every step, with exit code 0', () => {
    const { verdict, proof } = outcome.proofs[0] as ContractProof;
    expect([outcome.exit_code, verdict]).toEqual([0, 'proven']);
    expect(proof.steps.map(({ step, verdict, reasons }) => [step, verdict, reasons])).toEqual(
      [
        'pins',
        'setup',
        'base',
        'golden',
        'hidden-files',
        'challenge',
        'no-change',
        'cheaters',
        'known-wrong',
        'perturbation',
        'flakiness',
        'mutants',
        'envelope',
      ].map((name) => [name, 'proven', []]),
    );
  });

  it('lists the mutants that its checks do not see, by file and line', () => {
    const { killed, survived } = outcome.proofs[0]!.proof.mutants;
    expect(killed).toBeGreaterThan(0);
    expect(survived.some(({ file, line }) => file === 'answer.sh' && (line === 3 || line === 4))).toBe(true);
    expect(survived.some(({ line }) => line === 1 || line === 2)).toBe(false);
  });

  it('gets a lock that holds what was found, and that its runs speak of', async () => {
    const text = readFileSync(join(room, 'good/contract.lock'), 'utf8');
    const lock: ContractLock = contractLockSchema.parse(JSON.parse(text));
    expect(lock).toMatchObject({
      ...outcome.proofs[0]!.proof,
      contract: { id: 'good', version: outcome.proofs[0]!.version },
    });
    expect(lock.envelope.map(({ check, runs, wall_ms }) => [check, runs, (wall_ms?.max ?? 0) > 0])).toEqual([
      ['unit', 2, true],
      ['(canary)', 2, true],
    ]);
    const { code } = await type(
      'run',
      ...givenProvenSuite('good'),
      '--out',
      'out-required',
      '--cache',
      join(room, 'cache'),
    );
    const manifest = JSON.parse(
      readFileSync(join(room, 'out-required/runs', runs('out-required')[0]!, 'manifest.json'), 'utf8'),
    );
    expect([code, manifest.proof.made_at, manifest.proof.perturbation]).toEqual([0, lock.made_at, lock.perturbation]);
  });

  it('is proven by records that anybody can verify', async () => {
    const { code, text } = await type('verify', 'out-good');
    // A line for each attempt, and one for the root over all of them.
    expect([code, text.split('\n').length]).toEqual([0, outcome.proofs[0]!.attempts + 1]);
    expect(text).toContain(`${outcome.proofs[0]!.attempts} attempts`);
    expect(readFileSync(join(room, 'out-good/proof.json'), 'utf8')).toBe(`${JSON.stringify(outcome, null, 2)}\n`);
  });

  it('is shown in a table of 80 columns, with the rate that could have been missed', () => {
    const lines = printed.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(printed).toMatch(/^good {2}PROVEN \(strength (?:none|2\^-\d+)\) {2}\d+ attempts in /);
    expect(printed.replace(/\n\s+/g, ' ')).toContain(
      'unit, (canary): 0 of 2 runs differed; a check failing less often than 78 % of the time may have been missed (95 %)',
    );
    expect(printed).toMatch(/reward_design +ok +0 of 11 null attempts passed/);
    expect(printed).toMatch(/1 of 1 contract proven, 0 refuted, 0 undecided · out-good\/proof\.json$/);
  });

  it('is proven from where an interruption left it: what is sealed, whole and decided is not made again', async () => {
    cpSync(join(room, 'out-good'), join(room, 'out-resumed'), { recursive: true });
    rmSync(join(room, 'out-resumed/proof.json'));
    const made = () =>
      new Map(runs('out-resumed').map((id) => [id, statSync(join(room, 'out-resumed/runs', id, 'manifest.json')).ino]));
    const patches = runs('out-resumed').filter((id) => /-patch-1-/.test(id));
    const [gone, edited] = patches;
    rmSync(join(room, 'out-resumed/runs', gone!), { recursive: true });
    appendFileSync(join(room, 'out-resumed/runs', edited!, 'events.jsonl'), '{}\n');
    const before = made();
    const { outcome: found } = await validated({
      ...{ contracts: ['good'], out: 'out-resumed', mutants: 6, lock: 'never', resume: true },
    });
    expect(found.proofs[0]).toMatchObject({ verdict: 'proven', attempts: outcome.proofs[0]!.attempts });
    const verdicts = ({ proofs }: ValidateOutcome) =>
      proofs[0]!.proof.steps.map(({ step, verdict }) => [step, verdict]);
    expect(verdicts(found)).toEqual(verdicts(outcome));
    // What was there is put aside under another name.
    const anew = [...made()].flatMap(([id, ino]) => (before.get(id) === ino || id.includes('.try-') ? [] : [id]));
    // The first runs of base and reference, and the reference under changed hidden files, are always made.
    expect(anew.filter((id) => /-patch-/.test(id)).sort()).toEqual([gone!, edited!].sort());
    expect(
      anew
        .filter((id) => !/-patch-/.test(id))
        .map((id) => /-([a-z]+-\d+)-[0-9a-f]+$/.exec(id)![1])
        .sort(),
    ).toEqual([...['golden-1', 'golden-3', 'noop-1']]);
  });

  it('is not proven in the folder of an ordinary run, whose results stay', async () => {
    const before = readFileSync(join(room, 'out-required/results.jsonl'), 'utf8');
    await expect(
      validated({ contracts: ['good'], out: 'out-required', mutants: 0, lock: 'never', resume: true }),
    ).rejects.toThrow('out-required holds a run, and no proof that could be resumed');
    expect(readFileSync(join(room, 'out-required/results.jsonl'), 'utf8')).toBe(before);
    expect(existsSync(join(room, 'out-required/proof.json'))).toBe(false);
  });

  it('keeps its lock when it is proven again, until it is to be renewed', async () => {
    const before = readFileSync(join(room, 'good/contract.lock'), 'utf8');
    // The output folder may be one in which a person keeps other things.
    write(join(room, 'out-again'), { 'references/mine.txt': 'mine\n' });
    const again = async (lock: z.input<typeof validateOptionsSchema>['lock']) => {
      const { outcome } = await validated({ contracts: ['good'], out: 'out-again', mutants: 0, lock });
      return [outcome.proofs[0]!.lock.state, readFileSync(join(room, 'good/contract.lock'), 'utf8') === before];
    };
    expect(await again('write')).toEqual(['kept', true]);
    expect(await again('renew')).toEqual(['written', false]);
    expect(readFileSync(join(room, 'out-again/references/mine.txt'), 'utf8')).toBe('mine\n');
  });

  it('is contradicted loudly where its lock vouches for what is now known to be wrong', async () => {
    // The same version: what must fail is no part of it.
    write(dirname(path), { 'wrong/not-wrong.patch': PROGRAM.golden! });
    const { outcome: found, log } = await validated({ contracts: ['good'], out: 'out-vouched', mutants: 0 });
    expect([found.exit_code, found.proofs[0]!.lock.state]).toEqual([1, 'contradicted']);
    expect(step(found, 'known-wrong').reasons).toEqual(['not-wrong (wrong/not-wrong.patch) passes every gate']);
    expect(log).toContain('good/contract.lock says that this version is proven, and it is not');
  });

  // Holds K9
  it('is refused by require_proof of a suite once it is another version, with both digests and what to do', async () => {
    writeFileSync(path, readFileSync(path, 'utf8').replace('Make the value right.', 'Make the value really right.'));
    const { code, text } = await type('run', ...givenProvenSuite('good'), '--out', 'out-refused');
    expect([code, existsSync(join(room, 'out-refused'))]).toEqual([2, false]);
    expect(text).toMatch(
      /^good\/contract\.yml: is not proven: contract\.lock was made for version [0-9a-f]{64}, the contract is version [0-9a-f]{64}\n {2}Prove it: gatebench validate good\/contract\.yml$/,
    );
    const loose = await type('run', 'good', '--agent', 'golden', '--out', 'out-loose', '--cache', join(room, 'cache'));
    expect(loose.code).toBe(0);
    expect(loose.text).toContain('good/contract.yml: not proven (contract.lock was made for version');
  });
});

describe('a contract that does not tell right from wrong is refuted, by the step that shows it', () => {
  it.each<[string, GivenTask, string, RegExp]>(
    sampled<[string, GivenTask, string, RegExp]>(
      [
        ['passes-already', { repo: { value: 'right\n' } }, 'base', /unchanged repository passes every gate/],
        [
          'breaks-before',
          { repo: { kept: 'lost\n' } },
          'base',
          /pass_to_pass "the rest is kept" does not pass before the patch: failed/,
        ],
        [
          'nothing-to-fix',
          {
            contract: {
              acceptance: [tapCheck({ fail_to_pass: ['the value is right', 'the rest is kept'], pass_to_pass: [] })],
            },
          },
          'base',
          /fail_to_pass "the rest is kept" passes already before the patch/,
        ],
        ['golden-fails', { golden: lineChange('value', 'wrong', 'worse') }, 'golden', /reference solution fails G3/],
        ['no-setup', { contract: { setup: [{ run: 'exit 3' }] } }, 'setup', /setup command "exit 3": exit status 3/],
        [
          'other-tree',
          { contract: { snapshot: { directory: 'repo', tree: 'a'.repeat(40) } } },
          'pins',
          /pinned to a{40}/,
        ],
        [
          'cheated',
          {
            repo: { 'tests/run.sh': '[ "$(cat value)" = right ]\n' },
            contract: { acceptance: [{ id: 'own', run: 'sh tests/run.sh' }] },
          },
          'cheaters',
          /^delete-tests|^exit-0-in-scripts \(exit 0 in test scripts, package\.json and Makefile\) passes every gate/,
        ],
        [
          'leaky',
          { repo: { 'tasks/mine/golden.patch': lineChange('value', 'wrong', 'right') } },
          'hidden-files',
          /the repository holds the answer at tasks\/mine\/golden\.patch/,
        ],
        [
          'left-behind',
          {
            contract: { setup: [{ run: 'mkdir build && printf "%s\\n" "$(cat value)" > build/x' }] },
            golden: newFile('value2', 'x\n'.repeat(40)),
          },
          'golden',
          /fails G3/,
        ],
      ],
      2,
    ),
  )('%s', async (id, task, name, reason) => {
    await givenShellTask(room, id, task);
    const { outcome } = await validated({ contracts: [id], out: `out-${id}` });
    const found = step(outcome, name);
    expect([outcome.exit_code, found.verdict]).toEqual([1, 'refuted']);
    expect(found.reasons.join('\n')).toMatch(reason);
    expect(existsSync(join(room, id, 'contract.lock'))).toBe(false);
  });

  it('ends at once: no mutants are made of a reference solution that fails', async () => {
    await givenShellTask(room, 'early', { ...PROGRAM, golden: lineChange('answer.sh', 'echo nothing', 'echo 2') });
    const { outcome } = await validated({ contracts: ['early'], out: 'out-early', reruns: 50 });
    expect([step(outcome, 'mutants').verdict, step(outcome, 'cheaters').verdict]).toEqual(['not-run', 'not-run']);
    expect(outcome.proofs[0]!.attempts).toBeLessThanOrEqual(8);
  });
});

describe('a flaky contract', () => {
  // Holds K9
  it('that fails 1 time in 10 is found with many reruns, which end at the first difference, and its test is named', async () => {
    // 26 of 256; that all of 202 runs agree has a probability below 1e-9.
    await givenShellTask(room, 'flaky', { hidden: flakyCheck(26) });
    const { outcome, log } = await validated({ contracts: ['flaky'], out: 'out-flaky', reruns: 100, mutants: 0 });
    const { verdict, reasons } = step(outcome, 'flakiness');
    expect([outcome.exit_code, verdict]).toEqual([1, 'refuted']);
    expect(reasons.join('\n')).toMatch(
      /unit: the rest is kept \(on .*\): 1 of \d+ runs differed; the rate may be as high as \d+ % \(95 %\)/,
    );
    expect(outcome.proofs[0]!.attempts).toBeLessThan(215);
    expect(log.replace(/\n\s+/g, ' ')).toContain('runs differed');
    expect(existsSync(join(room, 'flaky/contract.lock'))).toBe(false);
  });
});

describe('a proof that cannot be decided', () => {
  it('is undecided without a reference solution, exit code 3', async () => {
    await givenShellTask(room, 'no-golden', { contract: { golden_patch: undefined } });
    const { outcome } = await validated({ contracts: ['no-golden'], out: 'out-no-golden' });
    expect([outcome.exit_code, step(outcome, 'golden').verdict]).toEqual([3, 'undecided']);
  });

  it('is checked as a benchmark with what people found, as far as nothing was measured', async () => {
    write(room, {
      'checklist.yml': `human_baseline: 0.9
manual:
  reward_design: {met: true, evidence: seen}
  latency_bounds: {met: false, evidence: seen}
`,
    });
    const contract = await givenShellTask(room, 'with-people', { contract: { golden_patch: undefined } });
    const { outcome } = await validated({ contracts: [contract], out: 'people', checklist: 'checklist.yml' });
    const method = (name: string) => outcome.benchmark.results.find(({ criterion }) => criterion === name);
    expect(['human_baseline', 'reward_design', 'latency_bounds'].map(method)).toEqual([
      {
        criterion: 'human_baseline',
        passed: true,
        method: 'automated',
        evidence: 'people reach 0.9',
        estimated_bias: 0,
      },
      { criterion: 'reward_design', passed: true, method: 'manual', evidence: 'seen', estimated_bias: 0.38 },
      expect.objectContaining({ criterion: 'latency_bounds', passed: false, method: 'manual' }),
    ]);
  });

  it('is undecided where a tool is missing, before any attempt', async () => {
    await givenShellTask(room, 'no-tool', { contract: { environment: { tools: { 'no-such-tool': '*' } } } });
    const { outcome } = await validated({ contracts: ['no-tool'], out: 'out-no-tool' });
    expect([outcome.exit_code, step(outcome, 'pins').reasons[0], outcome.proofs[0]!.attempts]).toEqual([
      3,
      'tool "no-such-tool" is not on this machine: install it, then try again',
      0,
    ]);
  });

  it('is interrupted in one piece: what runs is sealed, no lock is written, exit code 130', async () => {
    await givenShellTask(room, 'stopped', { contract: { acceptance: [tapCheck({ run: 'sleep 30' })] } });
    const stop = new AbortController();
    const going = validated({ contracts: ['stopped'], out: 'out-stopped' }, stop.signal);
    while (!existsSync(join(room, 'out-stopped/runs')) || runs('out-stopped').length < 2)
      await new Promise(setImmediate);
    stop.abort();
    const { outcome } = await going;
    expect([outcome.exit_code, outcome.proofs.map(({ verdict }) => verdict)]).toEqual([130, ['undecided']]);
    expect(existsSync(join(room, 'stopped/contract.lock'))).toBe(false);
    expect((await type('verify', 'out-stopped')).code).toBe(0);
  });
});

describe('the command line', () => {
  it('prints findings as one JSON object, and exits as they say', async () => {
    await givenShellTask(room, 'json', { repo: { value: 'right\n' } });
    const { code, text } = await type(
      'validate',
      'json',
      '--json',
      '--out',
      'out-json',
      '--cache',
      join(room, 'cache'),
    );
    const read = JSON.parse(text) as ValidateOutcome;
    expect([code, read.exit_code, read.proofs[0]!.verdict, read.benchmark.results]).toEqual([
      1,
      1,
      'refuted',
      expect.any(Array),
    ]);
  });

  it.each<[string[], RegExp]>([
    [['validate'], /missing required argument 'contracts'/],
    [['validate', 'nowhere'], /^no contract matches "nowhere"/],
    [['validate', 'json', '--reruns', 'x'], /must be a whole number/],
    [['validate', 'json', '--reruns', '2000'], /reruns: must be at most 1000/],
    [['validate', 'json', '--lock'], /unknown option '--lock'/],
  ])('%j is a mistake', async (argv, expected) => {
    const { code, text } = await type(...argv);
    expect([code, text]).toEqual([2, expect.stringMatching(expected)]);
  });
});

describe('a quarantine whose last day is over', () => {
  it('is refused before anything runs, with its place', async () => {
    const quarantine = [{ test: 'the rest is kept', reason: 'races', owner: 'me', expires: '2020-01-31' }];
    await givenShellTask(room, 'expired', { contract: { acceptance: [tapCheck({ quarantine })] } });
    const { code, text } = await type('validate', 'expired', '--out', 'expired-out');
    expect(code).toBe(2);
    expect(text).toMatch(
      /^expired\/contract\.yml:\d+ {2}the quarantine of "the rest is kept" ended on 2020-01-31 \(owner: me\)$/m,
    );
    expect(existsSync(join(room, 'expired-out'))).toBe(false);
  });
});
