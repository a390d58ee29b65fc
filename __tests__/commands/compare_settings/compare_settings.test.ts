// Needs: sandbox
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { comparisonReportSchema } from '../../../src/judge/analysis/regression/comparison_report.js';
import { planSchema, settingsComparisonSchema } from '../../../src/record/planning/plan.js';
import { attemptResultSchema } from '../../../src/record/verdict/attempt_result.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenShellTask, lineChange } from '../../given_task.js';

const room = givenRoom();
const cache = join(room, 'cache');
afterAll(cleanUp);

const git = (...args: string[]) =>
  execFileSync('git', ['-C', room, '-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], { encoding: 'utf8' });

const type = (...argv: string[]) => typeCommand(room, argv);
const compare = (...argv: string[]) => type('compare', '--settings', 'base', ...PLACE, ...argv);
const PLACE = ['--replace', '-o', 'out', '--cache', cache];
const json = (name: string) => JSON.parse(readFileSync(join(room, 'out', name), 'utf8'));
const results = (name = 'results.jsonl') =>
  readFileSync(join(room, 'out', name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => attemptResultSchema.parse(JSON.parse(line)));

/** Agent that does what the settings in its workspace say, and edits them. */
const OBEDIENT = 'command:"sh -c \'. ./AGENTS.md; echo edited >> AGENTS.md\'"';
const RIGHT = 'echo right > value\n';
/** Hidden file whose text no settings may hold. */
const RULES = ['first', 'second', 'third', 'fourth']
  .map((name, i) => `assert.equal(computeTotal(${name}Invoice, rates[${i}]), expected.${name}Total);\n`)
  .join('');
const SUITE = {
  schema: 1,
  name: 'team',
  contracts: ['tasks/*/contract.yml'],
  agents: [{ name: 'obedient', agent: OBEDIENT }],
  baselines: { noop: false },
};

/** Commits head on top of the base, in place of an earlier head. */
function commitHead(files: GivenFiles, removed: string[] = []): void {
  git('checkout', '-q', '-B', 'head', 'base');
  write(room, files);
  for (const path of removed) git('rm', '-q', path);
  git('add', '-A', '.');
  git('commit', '-q', '--allow-empty', '-m', 'head');
}

beforeAll(async () => {
  await givenShellTask(join(room, 'tasks'), 'one', { hidden: { 'rules.js': RULES } });
  await givenShellTask(join(room, 'tasks'), 'two');
  await givenShellTask(join(room, 'tasks'), 'own-settings', {
    repo: { 'AGENTS.md': 'old\n' },
    golden: lineChange('AGENTS.md', 'old', 'new'),
  });
  // Only contracts with a proof may turn the gate.
  const proven = ['one', 'two'].map((id) => `tasks/${id}/contract.yml`);
  expect(await type('validate', ...proven, '--reruns', '1', '--mutants', '1', '--cache', cache)).toMatchObject({
    code: 0,
  });
  write(room, {
    '.gitignore': 'cache/\nout*/\ntasks/trees/\n',
    'AGENTS.md': RIGHT,
    'gatebench.yml': stringify(SUITE),
    'source.txt': 'one\n',
  });
  execFileSync('git', ['init', '-q', '-b', 'base', room]);
  git('add', '-A', '.');
  git('commit', '-q', '-m', 'base');
});

// Holds P3
describe('gatebench compare --settings', () => {
  it('finds that head settings are worse, with extra attempts of both sides where it was open', async () => {
    commitHead({ 'AGENTS.md': 'echo other > value\n', '.claude/skills/a/SKILL.md': 'a skill\n' });
    const { code, log, error } = await compare('--trials', '1', '--extra-trials', '4');
    expect({ code, error }).toMatchObject({ code: 1 });
    expect(log).toContain('SETTINGS OF THE AGENTS');
    expect(log.match(/obedient@head against obedient@base/g)).toHaveLength(1);
    expect(log).not.toContain('Answer:');
    const compared = comparisonReportSchema.parse(json('regression.json'));
    expect(compared).toMatchObject({ verdict: 'regression', alpha: 0.05 });
    const [arm] = compared.arms;
    expect(arm).toMatchObject({ base: 'obedient@base', head: 'obedient@head', comparability: { comparable: true } });
    for (const task of arm!.regression.tasks) {
      expect(task.base.successes).toBe(5);
      expect(task.head.failures).toBe(5);
    }
    expect(results()).toHaveLength(4);
    expect(results('extra.jsonl')).toHaveLength(16);
    const extra_lines = log.split('\n').filter((line) => / · trial \d/.test(line));
    expect(extra_lines.length).toBeGreaterThanOrEqual(16);
    expect(extra_lines.filter((line) => !/ · obedient@(?:base|head) · /.test(line))).toEqual([]);
    expect(settingsComparisonSchema.parse(json('settings.json'))).toMatchObject({
      files: [
        { path: '.claude/skills/a/SKILL.md', change: 'added' },
        { path: 'AGENTS.md', change: 'changed' },
      ],
      left_out: [{ task: 'own-settings', because: 'its solution changes the settings AGENTS.md' }],
    });
    const plan = planSchema.parse(json('plan.json'));
    expect(plan.arms.map(({ id, base_arm }) => [id, base_arm])).toEqual([
      ['obedient@base', undefined],
      ['obedient@head', 'obedient@base'],
    ]);
    expect(plan.gate.arms).toEqual(['obedient@head']);
  });

  it('keeps what the agent does to its settings out of the patch, and records which settings it had', async () => {
    const [first] = results();
    const record = join(room, 'out', 'runs', first!.attempt_id);
    const manifest = JSON.parse(readFileSync(join(record, 'manifest.json'), 'utf8'));
    expect(manifest.agent.detail.settings).toMatchObject({
      revision: expect.stringMatching(/^[0-9a-f]{40}$/),
      files: { 'AGENTS.md': expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    const patch = readFileSync(join(record, 'patch.diff'), 'utf8');
    expect(patch).toContain('value');
    expect(patch).not.toContain('AGENTS.md');
    expect((await type('verify', 'out')).code).toBe(0);
  });

  it('says no regression where head does as well, and runs no extra attempts', async () => {
    commitHead({ 'AGENTS.md': `# shorter\n${RIGHT}` });
    expect(await compare()).toMatchObject({ code: 0 });
    expect(comparisonReportSchema.parse(json('regression.json')).verdict).toBe('no regression');
    expect(results()).toHaveLength(12);
    expect(results('extra.jsonl')).toHaveLength(0);
  });

  it('says in how many contracts head is better where the base never succeeded', async () => {
    commitHead({ 'AGENTS.md': 'echo other > value\n' });
    git('branch', '-f', 'worse', 'head');
    git('checkout', '-q', '-B', 'mended', 'worse');
    write(room, { 'AGENTS.md': `# mended\n${RIGHT}` });
    git('commit', '-q', '-a', '-m', 'mended');
    const { code, log } = await type('compare', '--settings', 'worse', 'mended', ...PLACE);
    expect({ code, log }).toEqual({ code: 0, log: expect.stringContaining('not worse, better in 2 of 2 contracts') });
    expect(comparisonReportSchema.parse(json('regression.json')).arms[0]!.regression).toMatchObject({
      verdict: 'no regression',
      improvement: { verdict: 'better', contracts: 2, higher: 2, lower: 0 },
    });
    expect(results('extra.jsonl')).toHaveLength(0);
  });

  it('compares agents that head changes in the suite, and names those that only one side has', async () => {
    const agents = [
      { name: 'obedient', agent: 'command:"true"' },
      { name: 'fresh', agent: 'command:"false"' },
    ];
    commitHead({ 'gatebench.yml': stringify({ ...SUITE, agents }) });
    const { code, log } = await compare('--trials', '2', '--extra-trials', '3');
    expect(code).toBe(1);
    expect(log).toContain('Agent obedient: head changes agent in the suite.');
    expect(log).toContain('Agent fresh is only in head: it is not run.');
  });

  it('runs nothing where nothing differs that agents see', async () => {
    commitHead({ 'source.txt': 'two\n' });
    rmSync(join(room, 'out'), { recursive: true });
    const { code, log } = await compare();
    expect({ code, log }).toEqual({ code: 0, log: 'base and head have the same settings: there is nothing to run' });
    expect(existsSync(join(room, 'out', 'plan.json'))).toBe(false);
  });

  it('judges head as it would be merged: what the base changed meanwhile is on both sides', async () => {
    commitHead({ 'source.txt': 'two\n' });
    git('checkout', '-q', '-B', 'later', 'base');
    write(room, { 'AGENTS.md': `# later\n${RIGHT}` });
    git('commit', '-q', '-a', '-m', 'later');
    const same = await type('compare', '--settings', 'later', 'head', ...PLACE);
    expect(same.log).toContain('the same settings');
    commitHead({ 'AGENTS.md': '# conflict\n' });
    const torn = await type('compare', '--settings', 'later', 'head', ...PLACE);
    expect(torn).toMatchObject({
      code: 2,
      error: expect.stringMatching(/conflict in AGENTS\.md\n {2}Merge the base/),
    });
  });

  it.each<[string, () => void, string[], string]>([
    [
      'settings that hold the answer of a contract',
      () => commitHead({ 'AGENTS.md': `# How to work\n\n${RULES}` }),
      [],
      'AGENTS.md:3:1: holds a part of the hidden file of "one"',
    ],
    [
      'a head that moves the models',
      () => commitHead({ 'gatebench.yml': stringify({ ...SUITE, models: { upstreams: ['http://127.0.0.1:9'] } }) }),
      [],
      'head changes where models are reached',
    ],
    [
      'a file of an agent outside the repository',
      () =>
        commitHead({
          'gatebench.yml': stringify({ ...SUITE, agents: [{ name: 'obedient', agent: 'agent:../../secret.yml' }] }),
        }),
      [],
      'gatebench.yml:7  agents.0.agent: "../../secret.yml" is not in the repository',
    ],
    ['a broken suite of head', () => commitHead({ 'gatebench.yml': 'schema: 2\n' }), [], '(in the commit '],
    [
      'an answer in the definition of an agent',
      () =>
        commitHead({
          'agents/mine.yml': `name: mine\nrun: |\n${RULES.replace(/^/gm, '  ')}`,
          'gatebench.yml': stringify({ ...SUITE, agents: [{ name: 'obedient', agent: 'agent:agents/mine.yml' }] }),
        }),
      [],
      'agents/mine.yml:3:1: holds a part of the hidden file of "one"',
    ],
    [
      'an agent behind a link',
      () =>
        commitHead({
          agents: { link: 'real' },
          'gatebench.yml': stringify({ ...SUITE, agents: [{ name: 'obedient', agent: 'agent:agents/mine.yml' }] }),
        }),
      [],
      '"agents/mine.yml" leads through the link agents',
    ],
    [
      'an agent below a file',
      () =>
        commitHead({
          agents: 'a file\n',
          'gatebench.yml': stringify({ ...SUITE, agents: [{ name: 'obedient', agent: 'agent:agents/mine.yml' }] }),
        }),
      [],
      '"agents/mine.yml" does not exist',
    ],
    ['an unknown agent', () => commitHead({ 'AGENTS.md': '# x\n' }), ['--agent', 'nobody'], 'has no agent "nobody"'],
    ['an unknown revision', () => commitHead({}), ['nowhere'], 'there is no commit "nowhere"'],
  ])('refuses %s', async (_, change, argv, said) => {
    change();
    const { code, error } = await compare(...argv);
    expect(code).toBe(2);
    expect(error).toContain(said);
  });

  it('never takes what lies in the folder of a contract for settings', async () => {
    commitHead({ 'tasks/one/hidden/deep/AGENTS.md': 'SECRET\n', 'tasks/two/repo/CLAUDE.md': 'x\n' });
    const { log } = await compare();
    expect(log).toContain('the same settings');
  });

  it('finds an answer behind zero bytes', async () => {
    commitHead({ 'AGENTS.md': Buffer.from(RULES, 'utf16le') });
    expect(await compare()).toMatchObject({
      code: 2,
      error: expect.stringContaining('holds a part of the hidden file'),
    });
  });

  it('decides nothing where the only change is an agent that one side has', async () => {
    const agents = [...SUITE.agents, { name: 'fresh', agent: 'command:"false"' }];
    commitHead({ 'gatebench.yml': stringify({ ...SUITE, agents }) });
    const { code, log } = await compare();
    expect(code).toBe(3);
    expect(log).toBe('there is nothing to compare: fresh is only in head, and all other agents are the same');
  });

  it('goes on only by the plan that it began with', async () => {
    commitHead({ 'AGENTS.md': `# one\n${RIGHT}` });
    expect(await compare('--trials', '1', '--extra-trials', '0')).toMatchObject({ code: 3 });
    const resume = ['compare', '--settings', 'base', '--resume', '-o', 'out', '--cache', cache];
    const same = await type(...resume, '--trials', '1', '--extra-trials', '0');
    expect(same.log).toContain('4 kept');
    const other = await type(...resume, '--trials', '1', '--extra-trials', '0', '--alpha', '0.2');
    expect(other).toMatchObject({ code: 2, error: expect.stringContaining('plan.json is of another comparison') });
  });

  it('follows a link to a file that is no setting itself', async () => {
    const linked = (text: string) => ({ 'AGENTS.md': { link: 'docs/agents.md' }, 'docs/agents.md': text });
    git('checkout', '-q', '-B', 'linked', 'base');
    rmSync(join(room, 'AGENTS.md'));
    write(room, linked(RIGHT));
    git('add', '-A', '.');
    git('commit', '-q', '-m', 'linked');
    git('checkout', '-q', '-B', 'relinked', 'linked');
    write(room, { 'docs/agents.md': 'echo other > value\n' });
    git('commit', '-q', '-a', '-m', 'relinked');
    const { log } = await type('compare', '--settings', 'linked', 'relinked', ...PLACE, '--dry-run');
    expect(log).toMatch(/AGENTS\.md +changed/);
    expect(log).toContain('obedient@head');
    expect(log).toContain('up to 12 further attempts where nothing is decided');
  });

  it('warns of settings and a suite that are in no commit, and of patterns that only head has', async () => {
    commitHead({ 'gatebench.yml': stringify({ ...SUITE, settings: ['prompts/**'] }), 'AGENTS.md': `# two\n${RIGHT}` });
    write(room, { 'CLAUDE.md': 'not committed\n', 'gatebench.yml': stringify({ ...SUITE, trials: 2 }) });
    const { error } = await compare('--dry-run');
    expect(error).toContain('not compared, since they are in no commit: gatebench.yml, CLAUDE.md');
    expect(error).toContain('settings that only head names are not compared: prompts/**');
    git('checkout', '-q', '--', 'gatebench.yml');
    rmSync(join(room, 'CLAUDE.md'));
  });

  it('says which base it took, and that a base lacks the suite', async () => {
    const named = await type('compare', '--settings', 'base', '--suite', 'other.yml', ...PLACE);
    expect(named.error).toMatch(/other\.yml cannot be read \(ENOENT\) in the base commit .*commit it there first/s);
    git('branch', '-f', 'main', 'base');
    expect((await type('compare', '--settings', ...PLACE, '--dry-run')).error).toMatch(/^base: main \([0-9a-f]{12}\)/m);
  });
});
