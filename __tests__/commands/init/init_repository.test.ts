import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createSuiteFile } from '../../../src/commands/init/pull_request_contract.js';
import { planOptionsSchema } from '../../../src/commands/plan/plan_options.js';
import { planStudy } from '../../../src/commands/plan/plan_study.js';
import { readContract } from '../../../src/run/contract_files/read_contract.js';
import { cleanUp, type GivenFiles, givenRoom } from '../../given.js';
import { where } from '../../machine.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';
import { BASE, cache, FIX, givenFix, init, test } from './given_fix.js';

afterAll(cleanUp);

// Holds K9
where('sandbox')(
  'makes a proven contract of a commit, and does not measure again what it was interrupted in proving',
  async () => {
    const { repo, id } = givenFix();
    const user = new AbortController();
    const [before, after]: [string[], string[]] = [[], []];
    const interrupted = await init(repo, { from_commit: ['HEAD'] }, user.signal, (line) => {
      before.push(line);
      if (line === 'proof') user.abort();
    });
    expect(interrupted.exit_code).toBe(130);
    expect(existsSync(join(repo, 'tasks'))).toBe(false);
    const { exit_code, contracts, lines } = await init(repo, { from_commit: ['HEAD'] }, undefined, (line) =>
      after.push(line),
    );
    expect([before, after].map((seen) => seen.some((line) => line === 'running the tests 6 of 6'))).toEqual([
      true,
      false,
    ]);
    // What is done is not kept.
    expect(readdirSync(join(cache, 'drafts'))).toEqual([]);
    expect({ exit_code, state: contracts[0]?.state, reason: contracts[0]?.reason }).toEqual({
      exit_code: 0,
      state: 'proven',
      reason: '2 tests begin to pass, 1 keeps passing',
    });
    const path = `tasks/sums-of-two-numbers-are-wrong-${id.slice(0, 8)}/contract.yml`;
    expect(contracts[0]?.path).toBe(path);
    expect(lines.join('\n')).toContain(path);
    // What runs it is there, too.
    expect(lines).toEqual(expect.arrayContaining(['✓ gatebench.yml: written', '    gatebench run']));
    expect(existsSync(join(repo, 'gatebench.yml'))).toBe(true);
    const { contract, proof, oracle_files, golden } = readContract(path, repo);
    expect(contract).toMatchObject({
      title: 'sums of two numbers are wrong',
      metadata: { kind: 'bug-fix', affected_files: ['src/math.js'] },
      acceptance: [{ fail_to_pass: ['adds', 'adds negatives'], pass_to_pass: ['halves'], report: 'junit' }],
      // Challenge rounds run the hidden tests alone, and have time for eight bits.
      // The canary runs beside the hidden tests, which load the code under test.
      oracle: {
        challenge: { run: expect.stringMatching(/test\/add\.test\.js/), share: 8 },
        canary: { run: expect.stringMatching(/ test\/add\.test\.js test\/gatebench-canary\.test\.js$/) },
      },
    });
    expect(proof).toBeDefined();
    expect(oracle_files.map((file) => file.path)).toEqual(['test/add.test.js', 'test/gatebench-canary.test.js']);
    expect(Buffer.from(golden!).toString()).toMatch(/^diff --git a\/src\/math\.js b\/src\/math\.js\n/);
    expect(Buffer.from(golden!).toString()).not.toContain('add.test.js');
    // Nothing else is left in the folder of contracts, and it is not made twice.
    expect(readdirSync(join(repo, 'tasks'))).toHaveLength(1);
    const again = await init(repo, { from_commit: ['HEAD'] });
    expect({ exit_code: again.exit_code, ...again.contracts[0] }).toMatchObject({
      exit_code: 0,
      state: 'proven',
      reason: expect.stringMatching(/^tasks\/.* is there already$/),
    });
  },
);

where('sandbox')('gives tests that read beside themselves by name a canary that fails as it must', async () => {
  const sums = [
    "import { readFileSync } from 'node:fs';",
    "import { fileURLToPath } from 'node:url';",
    "const own = fileURLToPath(import.meta.url).replace(/\\.test\\.js$/, '.json');",
    'const [a, b] = JSON.parse(readFileSync(own));',
    test('adds', 'math.add(a, b)', '21'),
  ].join('\n');
  const { repo } = givenFix({
    'src/math.js': FIX['src/math.js']!,
    'test/add.test.js': sums,
    'test/add.json': '[2, 19]',
  });
  const { contracts } = await init(repo, { from_commit: ['HEAD'] });
  expect(contracts.map(({ state, reason }) => [state, reason])).toEqual([
    ['proven', '1 test begins to pass, 1 keeps passing'],
  ]);
  const { contract } = readContract(contracts[0]!.path!, repo);
  expect(contract.oracle.canary).toMatchObject({ run: expect.stringContaining('test/add.test.js'), timeout: 60_000 });
});

where('sandbox')('makes a proven contract of a commit whose tests are data', async () => {
  const read = "JSON.parse(readFileSync(new URL('./fixtures/sums.json', import.meta.url)))";
  const runner =
    `import assert from 'node:assert';\nimport { readFileSync } from 'node:fs';\nimport { test } from 'node:test';\n` +
    `import { add } from '../src/math.js';\nfor (const [a, b, sum] of ${read})\n` +
    "  test(a + ' and ' + b, () => assert.equal(add(a, b), sum));\n";
  const repo = givenHistory();
  commit(repo, { ...BASE, 'test/sums.test.js': runner, 'test/fixtures/sums.json': '[[5, 0, 5]]' }, 'first');
  const fix = { 'src/math.js': FIX['src/math.js']!, 'test/fixtures/sums.json': '[[5, 0, 5], [2, 19, 21]]' };
  commit(repo, fix, 'fix: sums of two numbers are wrong');
  const { contracts } = await init(repo, { mine: true });
  expect(contracts.map(({ state, reason }) => [state, reason])).toEqual([
    ['proven', '1 test begins to pass, 2 keep passing'],
  ]);
  const { contract, oracle_files } = readContract(contracts[0]!.path!, repo);
  expect(contract.acceptance[0]).toMatchObject({ fail_to_pass: ['2 and 19'] });
  expect([...contract.acceptance[0]!.pass_to_pass].sort()).toEqual(['5 and 0', 'halves']);
  expect(oracle_files.map(({ path }) => path)).toEqual(['test/fixtures/sums.json', 'test/gatebench-canary.test.js']);
});

where('sandbox')('leaves the description to the author where the message gives the solution away', async () => {
  const { repo } = givenFix(FIX, 'fix: sums\n\nexport const add = (a, b) => a + b;');
  const { contracts } = await init(repo, { from_commit: ['HEAD'], prove: false });
  const { contract } = readContract(contracts[0]!.path!, repo);
  expect(contract.description).toBe('The test "adds" fails today: it gets -17\n');
  expect(contract.metadata.test_command).toMatch(/^npm (?:run )?test$/);
  expect(contracts[0]!.notes[0]).toMatch(/^Shortened: the whole commit message gives the solution away/);
});

where('sandbox').each<[string, GivenFiles, string]>([
  ['changes no test', { 'src/math.js': 'export const add = (a, b) => a + b;\n' }, 'it changes no test'],
  ['changes tests only', { 'test/add.test.js': test('adds', 'math.half(2)', '1') }, 'it changes tests only'],
  [
    'mends nothing that its tests ask for',
    {
      'src/math.js': `${BASE['src/math.js']}// more\n`,
      'test/half.test.js': `${test('halves', 'math.half(8)', '4')}// more\n`,
    },
    'no test fails before the change and passes after it: 1 passes before it as well',
  ],
  [
    'does not pass its own tests',
    { ...FIX, 'test/add.test.js': test('adds', 'math.add(2, 19)', '22') },
    'no test fails before the change and passes after it: 1 fails with it too ("adds"), 1 passes before it as well',
  ],
])('says why a commit that %s becomes no contract', async (_, fix, reason) => {
  const { repo } = givenFix(fix);
  const { exit_code, contracts } = await init(repo, { from_commit: ['HEAD'] });
  expect({ exit_code, state: contracts[0]?.state, reason: contracts[0]?.reason }).toEqual({
    exit_code: 1,
    state: 'skipped',
    reason,
  });
  expect(existsSync(join(repo, 'tasks'))).toBe(false);
});

where('sandbox')('walks the history, tells what was tried, and goes on where it was', async () => {
  const { repo, id } = givenFix();
  commit(repo, { 'README.md': 'x' }, 'docs');
  commit(repo, { 'test/more.test.js': test('more', '1', '1') }, 'test: more');
  const { exit_code, contracts, lines } = await init(repo, { mine: true, prove: false });
  expect({ exit_code, made: contracts.map(({ commit, state }) => [commit, state]) }).toEqual({
    exit_code: 0,
    made: [[id, 'written']],
  });
  const first = lines.indexOf('1 commit tried, 1 became a contract');
  expect(lines.slice(first, first + 4)).toEqual([
    '1 commit tried, 1 became a contract',
    'left out:',
    '      1  changes tests only',
    '      1  changes no test',
  ]);
  // A line that an interruption cut off is ignored.
  appendFileSync(join(repo, 'out/tried.jsonl'), '{"commit":"x');
  const again = await init(repo, { mine: true, prove: false });
  expect(again.contracts).toMatchObject([{ commit: id, state: 'written', path: contracts[0]!.path }]);
});

describe('what cannot be read is one clear error', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an unknown commit', { from_commit: ['abcdef1'] }, /^there is no commit "abcdef1"/],
    ['an option in place of a commit', { from_commit: ['--all'] }, /^there is no commit "--all"/],
    ['the first commit', { from_commit: ['HEAD~1'] }, /^commit [0-9a-f]{12} has no parent: there is nothing before it/],
    ['no range', { from_range: 'HEAD' }, /^--from-range: "HEAD" is no range/],
    ['an empty range', { from_range: 'HEAD..HEAD' }, /^--from-range: "HEAD\.\.HEAD" holds no commit/],
    ['an unknown range', { from_range: 'x..y' }, /^there is no history "x\.\.y"/],
    ['an unknown pull request', { from_pr: [7] }, /^no commit of the history is the merge of pull request #7/],
    ['an unknown branch', { mine: true, branch: 'nowhere' }, /^there is no commit "nowhere"/],
    [
      'a folder outside of the repository',
      { tasks: '../tasks' },
      /^"\.\.\/tasks" is no folder inside of the repository/,
    ],
    ['an odd name of a folder', { tasks: 'a b: c' }, /is no folder inside of the repository/],
  ])('%s', async (_, options, message) => {
    const { repo } = givenFix();
    await expect(init(repo, options)).rejects.toThrow(message);
  });

  it('a folder without a repository, a repository without a commit, one without tests', async () => {
    await expect(init(givenRoom(), { mine: true })).rejects.toThrow(/is in no git repository/);
    await expect(init(givenHistory(), { mine: true })).rejects.toThrow(/has no commit yet/);
    const repo = givenHistory();
    commit(repo, { 'README.md': 'x' });
    await expect(init(repo, { mine: true })).rejects.toThrow(/^no manifest of a known ecosystem/);
    expect(existsSync(join(repo, 'out/tried.jsonl'))).toBe(false);
  });

  it('a shallow clone', async () => {
    const { repo } = givenFix();
    const clone = join(givenRoom(), 'clone');
    gitIn(repo, 'clone', '-q', '--depth', '1', `file://${repo}`, clone);
    await expect(init(clone, { from_commit: ['HEAD'] })).rejects.toThrow(/in this shallow clone/);
    await expect(init(clone, { from_commit: ['HEAD~1'] })).rejects.toThrow(/there is no commit/);
    await expect(init(clone, { mine: true })).rejects.toThrow(/^this shallow clone holds no change that can be tried$/);
  });
});

where('sandbox')('finds a merged pull request by its number', async () => {
  const { repo, id } = givenFix();
  const { contracts } = await init(repo, { from_pr: [4], prove: false });
  expect(contracts.map(({ commit, state }) => [commit, state])).toEqual([[id, 'written']]);
});

it('keeps nothing half-written when it is interrupted', async () => {
  const { repo } = givenFix();
  const stop = new AbortController();
  stop.abort(new Error('interrupted'));
  mkdirSync(join(repo, 'tasks'));
  const { exit_code } = await init(repo, { from_commit: ['HEAD'] }, stop.signal);
  expect({ exit_code, left: readdirSync(join(repo, 'tasks')) }).toEqual({ exit_code: 130, left: [] });
  expect(readFileSync(join(repo, 'src/math.js'), 'utf8')).toBe(FIX['src/math.js']);
});

where('sandbox')(
  'sets a repository up: tries its tests, writes suite, workflow and contracts, and never overwrites',
  async () => {
    const { repo } = givenFix();
    commit(repo, { 'gatebench.yml': 'own: true\n' }, 'own');
    const { exit_code, contracts, lines } = await init(repo, { prove: false });
    expect({ exit_code, states: contracts.map(({ state }) => state) }).toEqual({ exit_code: 0, states: ['written'] });
    expect(lines.slice(0, 5)).toEqual([
      expect.stringMatching(/^node, npm, node:test: 3 tests pass in \d+\.\d s$/),
      expect.stringMatching(/^ {2}note: /),
      '✓ tasks/pull-request/contract.yml: written',
      '· gatebench.yml: kept',
      '✓ .github/workflows/gatebench.yml: written',
    ]);
    expect(readFileSync(join(repo, 'gatebench.yml'), 'utf8')).toBe('own: true\n');
    const { contract } = readContract('tasks/pull-request/contract.yml', repo);
    expect(contract).toMatchObject({
      snapshot: { base: 'pull-request' },
      acceptance: [{ report: 'junit', pass_to_pass: [] }],
    });
    expect(readFileSync(join(repo, '.github/workflows/gatebench.yml'), 'utf8')).toMatch(
      /^ {6}- uses: [\w-]+\/[\w.-]+@[0-9a-f]{40}\n {8}with:\n {10}contracts: tasks\/pull-request\/contract\.yml$/m,
    );
    expect(lines.slice(lines.indexOf('Next:'))).toEqual([
      'Next:',
      '  Prove the contract:',
      `    gatebench validate ${dirname(contracts[0]!.path!)}`,
      '  Make more tasks from the history:',
      `    gatebench init --mine --budget 2h --out out --cache ${cache}`,
      '  Name agents in gatebench.yml, and compare them:',
      '    gatebench run',
    ]);
    // Records and logs leave themselves out of the repository.
    expect(gitIn(repo, 'status', '--porcelain')).not.toContain('out/');
    // The suite that is written where there is none can be planned as it stands, without a key.
    writeFileSync(join(repo, 'first.yml'), createSuiteFile('tasks'));
    const quiet = { log: () => {}, error: () => {}, signal: new AbortController().signal };
    const out = { ...quiet, terminal: { columns: 100, colour: false }, variable: () => undefined };
    const order = planOptionsSchema.parse({ suite: 'first.yml', cache, search_path: process.env.PATH });
    expect(await planStudy(order, out, repo)).toMatchObject({ attempts: 6, shards: [{}] });
  },
);

where('sandbox')('sets a shallow clone up, and says why its history gives no task', async () => {
  const clone = join(givenRoom(), 'clone');
  const { repo } = givenFix();
  gitIn(repo, 'clone', '-q', '--depth', '1', `file://${repo}`, clone);
  const { exit_code, contracts, lines } = await init(clone, {});
  expect([exit_code, contracts, existsSync(join(clone, 'gatebench.yml'))]).toEqual([0, [], true]);
  expect(lines).toContain(
    'no task was made from the history: this shallow clone holds no change that can be tried. ' +
      'Run `git fetch --unshallow` first.',
  );
  expect(lines.filter((line) => line.endsWith(' with these files'))).toHaveLength(2);
});

where('sandbox')('lists the tests that pass today where others fail', async () => {
  const repo = givenHistory();
  commit(repo, { ...BASE, 'test/wrong.test.js': test('adds', 'math.add(1, 1)', '2') }, 'first');
  await init(repo, {});
  const { contract } = readContract('tasks/pull-request/contract.yml', repo);
  expect(contract.acceptance[0]!.pass_to_pass).toEqual(['halves']);
});

where('sandbox')('writes nothing where the tests cannot be run', async () => {
  const repo = givenHistory();
  commit(repo, { ...BASE, 'test/half.test.js': 'syntax error(' }, 'first');
  await expect(init(repo, {})).rejects.toThrow(
    /^the tests of the repository cannot be run in the sandbox: node:test: no test passes/,
  );
  expect(readdirSync(repo).sort()).toEqual(['.git', 'out', 'package.json', 'src', 'test']);
});

describe('what a hostile repository holds', () => {
  it('names that lead out of the folder are refused before anything is written', async () => {
    const { repo } = givenFix();
    const blob = gitIn(repo, 'hash-object', '-w', 'test/add.test.js');
    const tree = (...lines: string[]) =>
      execFileSync('git', ['mktree'], { cwd: repo, encoding: 'utf8', input: `${lines.join('\n')}\n` }).trim();
    const inner = tree(`040000 tree ${tree(`100644 blob ${blob}\tout.test.js`)}\t..`);
    const whole = tree(...gitIn(repo, 'ls-tree', 'HEAD').split('\n'), `040000 tree ${inner}\tfixtures`);
    const id = gitIn(repo, 'commit-tree', '-p', 'HEAD', '-m', 'x', whole);
    const { contracts } = await init(repo, { from_commit: [id] });
    expect(contracts[0]).toMatchObject({
      state: 'skipped',
      reason: 'it changes a file with a name that cannot be kept',
    });
    expect(existsSync(join(repo, 'tasks'))).toBe(false);
  });

  where('sandbox').each(['tasks', '.github', 'tasks/pull-request'])(
    'a link in place of %s is refused',
    async (name) => {
      const { repo } = givenFix();
      const outside = givenRoom();
      mkdirSync(dirname(join(repo, name)), { recursive: true });
      symlinkSync(outside, join(repo, name));
      await expect(init(repo, {})).rejects.toThrow(`${name} is a link`);
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  it('a link in place of the log is refused', async () => {
    const { repo } = givenFix();
    const target = join(givenRoom(), 'rc');
    writeFileSync(target, 'own');
    mkdirSync(join(repo, 'out'));
    symlinkSync(target, join(repo, 'out/tried.jsonl'));
    await expect(init(repo, { from_commit: ['HEAD'], prove: false })).rejects.toThrow(/tried\.jsonl is a link/);
    expect(readFileSync(target, 'utf8')).toBe('own');
  });
});

where('sandbox')('takes a commit without a message, and one that changes workflows', async () => {
  const repo = givenHistory();
  commit(repo, BASE, 'first');
  gitIn(repo, 'config', 'core.commentChar', ';');
  commit(repo, { ...FIX, '.github/workflows/ci.yml': 'on: push\n' }, 'x');
  gitIn(repo, 'commit', '-q', '--amend', '--allow-empty-message', '-m', '');
  const { contracts } = await init(repo, { from_commit: ['HEAD'], prove: false });
  const { contract } = readContract(contracts[0]!.path!, repo);
  expect(contract.title).toMatch(/^Task change-[0-9a-f]{8}$/);
  expect(contracts[0]!.notes[0]).toMatch(/^Write the description, then run gatebench validate/);
  expect(contract.policy.change.deny).toEqual([]);
});
