import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { COMMAND_LINE_VERBS } from '../../src/cli/command_line_verbs.js';
import type { Verb, VerbOption } from '../../src/cli/options/verb.js';
import { runCommandLine } from '../../src/cli/run_command_line.js';
import { getLongFlag, type OptionSpec } from '../../src/commands/options/option_spec.js';
import { OPTION_TABLE } from '../../src/commands/options/option_table.js';
import { UserError } from '../../src/contract/input/user_error.js';
import { cleanUp, givenRoom, write } from '../given.js';
import { givenShellTask, smallContract, tapCheck, writeContract } from '../given_task.js';
import { where } from '../machine.js';

const room = givenRoom();
afterAll(cleanUp);

/** Types a command line in the room. A user's mistake that is thrown is printed as the shell prints it. */
async function type(...argv: string[]) {
  const log: string[] = [];
  const error: string[] = [];
  let code: number;
  try {
    code = await runCommandLine(
      argv,
      {
        log: (line) => log.push(line),
        error: (line) => error.push(line),
        signal: new AbortController().signal,
        terminal: { columns: 100, colour: false },
      },
      { cwd: room, search_path: process.env.PATH ?? '', user: 'tester' },
    );
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault;
    error.push(fault.text);
    code = 2;
  }
  return { code, log: log.join('\n'), error: error.join('\n') };
}
const runs = (out: string) => (existsSync(join(room, out, 'runs')) ? readdirSync(join(room, out, 'runs')).sort() : []);
const CACHE = ['--cache', join(room, 'cache')];

beforeAll(async () => {
  await givenShellTask(room, 'good');
  await givenShellTask(room, 'flaky', { contract: { acceptance: [tapCheck({ run: 'no-such-runner' })] } });
  await givenShellTask(room, 'broken', { contract: { setup: [{ run: 'exit 1' }] } });
  writeFileSync(join(room, 'good.patch'), readFileSync(join(room, 'good/golden.patch')));
});

// Holds P4
describe('help', () => {
  it.each(['run', 'validate', 'verify', 'score', 'schema'])('of %s is printed and is a success', async (verb) => {
    const { code, log, error } = await type(verb, '--help');
    expect([code, error]).toEqual([0, '']);
    expect(log).toContain(`Usage: gatebench ${verb}`);
    if (verb !== 'schema') expect(log).toContain('Example:');
  });

  it('of run says how many attempts there are by itself', async () => {
    const { log } = await type('run', '--help');
    expect(log.replaceAll(/\s+/g, ' ')).toContain('-k, --trials <n> attempts per contract and agent (default: 1)');
  });

  it('of run has at most 31 options, in groups', async () => {
    const { code, log } = await type('run', '--help');
    expect([code, log.match(/^ {2}-/gm)?.length]).toEqual([0, 31]);
    for (const said of ['What is run:', '-a, --agent', '--fail-on', 'Models:', '--no-ask']) expect(log).toContain(said);
  });

  it('of the program shows eight verbs, names the others, and has at most 24 lines', async () => {
    const { code, log } = await type('--help');
    expect([code, log.split('\n').length <= 24]).toEqual([0, true]);
    const [, commands = ''] = /\nCommands:\n(.*?)\n\n/s.exec(log) ?? [];
    expect([...commands.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name)).toEqual(
      COMMAND_LINE_VERBS.first.map(({ name }) => name),
    );
    expect(log).toContain('\nMore: plan, pilot, score, export, schema, agents, guard, serve, records\n');
  });

  it('calls an option of the table the same in every verb: the same flag takes the same kind of value', () => {
    const list = (verbs: readonly Verb[]): VerbOption[] =>
      verbs.flatMap(({ options = [], verbs: below = [] }) => [...options, ...list(below)]);
    const kinds = new Map(
      Object.values<OptionSpec>(OPTION_TABLE).map((spec) => [getLongFlag(spec), spec.kind.type] as const),
    );
    const given = list([...COMMAND_LINE_VERBS.first, ...COMMAND_LINE_VERBS.more]);
    const strange = given.filter((option) => (kinds.get(getLongFlag(option)) ?? option.kind.type) !== option.kind.type);
    expect(strange.map(({ flag }) => flag)).toEqual([]);
  });

  it('names every verb and every exit status', async () => {
    const { code, log } = await type('--help');
    expect(code).toBe(0);
    for (const word of ['run', 'verify', 'score', 'schema', '0 gate satisfied', '130 interrupted'])
      expect(log).toContain(word);
    expect((await type('--version')).log).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('a wrong command line ends with 2 and says what is wrong', () => {
  it.each<[string[], RegExp]>([
    [['rnu'], /unknown command 'rnu'[\s\S]*Did you mean run\?/],
    [['run', 'good', '--agnet', 'noop'], /unknown option '--agnet'[\s\S]*Did you mean --agent\?/],
    [['run', '--agent', 'noop'], /missing required argument 'contracts'/],
    [['run', 'good'], /required option '-a, --agent <agent>' not specified/],
    [['run', 'good', '--agent'], /argument missing/],
    [['run', 'nowhere', '--agent', 'noop'], /^no contract matches "nowhere"\n {2}Name a contract file/],
    [['run', 'good/*/contract.yml', '--agent', 'noop'], /^no contract matches/],
    [['run', 'good', '--agent', 'nop'], /^unknown agent "nop" – did you mean "noop"\?\n {2}Known: noop, golden/],
    [['run', 'good', '--agent', 'patch:'], /agent "patch:" needs something after the colon/],
    [['run', 'good', '--agent', 'patch:none.patch'], /patch file none\.patch cannot be read \(ENOENT\)/],
    [['run', 'good', '--agent', 'script:none.yml'], /script none\.yml does not exist/],
    [['run', 'good', '--agent', 'pull-request'], / is in no git repository/],
    [['run', 'good', '--agent', 'noop', '--trials', '0'], /trials: /],
    [['run', 'good', '--agent', 'noop', '--trials', 'x'], /must be a whole number/],
    [['run', 'good', '--agent', 'noop', '--trials', '-1'], /must be a whole number/],
    [['run', 'good', '--agent', 'noop', '--concurrency', '0'], /concurrency: /],
    [['run', 'good', '--agent', 'noop', '--shard', '3/2'], /shard: I must not be above N/],
    [['run', 'good', '--agent', 'noop', '--shard', '1'], /shard: must be I\/N, for example 2\/8/],
    [['run', 'good', '--agent', 'noop', '--fail-on', 'gate'], /Allowed choices are gates, regression, never/],
    [['run', 'good', '--agent', 'noop', '--fail-on', 'regression'], /needs a baseline/],
    [
      ['run', 'good', '--agent', 'noop', '--sandbox', 'none'],
      /^sandbox \(good\/contract\.yml\): running without isolation was asked for\n {2}Pass --unsafe-no-sandbox/,
    ],
    [['run', 'good', '--agent', 'noop', '--base', 'main'], / is in no git repository/],
    [
      ['run', 'good', '--agent', 'noop', '--out', 'good.patch'],
      /^output folder good\.patch cannot be written \((ENOTDIR|EEXIST)\)\n {2}Name another one with --out DIR\.$/,
    ],
    [['verify', 'nowhere'], /^nowhere is neither a run directory nor an output folder with runs/],
    [['verify'], /missing required argument 'runs'/],
    [['score', 'good'], /^good is neither a run directory/],
    [['schema', 'contrcat'], /^unknown schema "contrcat" – did you mean "contract"\?/],
  ])('%j', async (argv, expected) => {
    const { code, log, error } = await type(argv[0]!, ...(argv[0] === 'run' ? CACHE : []), ...argv.slice(1));
    expect([code, log]).toEqual([2, '']);
    expect(error).toMatch(expected);
    expect(error).not.toMatch(/\n\s+at /);
  });

  it('two contracts of one id, before anything runs', async () => {
    const folder = write(join(room, 'twice'), {});
    mkdirSync(join(folder, 'again'));
    writeContract(join(folder, 'again'), smallContract({ id: 'good' }));
    const { code, error } = await type('run', 'good', 'twice/again', '--agent', 'noop', '--out', 'out-twice', ...CACHE);
    expect([code, error, runs('out-twice')]).toEqual([
      2,
      'twice/again/contract.yml: id "good" is also the id of good/contract.yml\n  Give each contract an id of its own.',
      [],
    ]);
  });

  it('agent golden without a golden patch, before anything runs', async () => {
    mkdirSync(join(room, 'bare'));
    writeContract(join(room, 'bare'), smallContract({ id: 'bare' }));
    const { code, error } = await type('run', 'good', 'bare', '--agent', 'golden', '--out', 'out-bare', ...CACHE);
    expect([code, error, runs('out-bare')]).toEqual([
      2,
      'bare/contract.yml: has no golden_patch, which agent "golden" needs\n  Name one under golden_patch, or use another agent.',
      [],
    ]);
  });

  it('a contract that begins at a pull request where there is none, before anything runs', async () => {
    const path = await givenShellTask(room, 'asked');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/^snapshot:\n(?: .*\n)+/m, 'snapshot:\n  base: pull-request\n'),
    );
    for (const more of [[], ['--dry-run']]) {
      const { code, error } = await type(
        'run',
        'good',
        'asked',
        '--agent',
        'noop',
        '--out',
        'out-asked',
        ...more,
        ...CACHE,
      );
      expect([code, error.replace(/:\d+ /, ': '), runs('out-asked')]).toEqual([
        2,
        'asked/contract.yml:  snapshot.base: pull-request needs a pull request\n  Run it from a workflow on: pull_request, or give --base and --head on the command line.',
        [],
      ]);
    }
  });

  it('a cap that the evaluation alone takes, before anything runs', async () => {
    writeFileSync(join(room, 'dear.csv'), 'action_type,unit,unit_price\nexecution,minute,100\n');
    await givenShellTask(room, 'dear');
    const argv = ['run', 'dear', '--agent', 'command:"true"', '--prices', 'dear.csv', '--out', 'out-dear', ...CACHE];
    const { code, error } = await type(...argv);
    expect([code, runs('out-dear')]).toEqual([2, []]);
    expect(error).toMatch(
      /dear\/contract\.yml: the cap of [\d.]+ USD leaves nothing for an agent: [\d.]+ USD are kept/,
    );
    expect(error).toMatch(/Raise budget\.usd, shorten the timeouts/);
  });

  it('a contract with mistakes, each at its line', async () => {
    mkdirSync(join(room, 'bad'));
    const path = writeContract(join(room, 'bad'), smallContract({ id: 'bad' }));
    writeFileSync(path, readFileSync(path, 'utf8').replace('title:', 'titel:'));
    const { code, error } = await type('run', 'bad', '--agent', 'noop', ...CACHE);
    expect(code).toBe(2);
    expect(error).toContain('bad/contract.yml:3:1  unknown key "titel" – did you mean "title"?');
  });
});

describe('run ends with what the gate says', () => {
  where('sandbox').each<[string, string[], number]>([
    ['every attempt passes', ['good', '--agent', 'golden'], 0],
    ['golden passes and noop fails, as they should', ['good', '--agent', 'golden', '--agent', 'noop'], 0],
    ['one fails', ['good', '--agent', 'noop'], 1],
    ['one fails and one is undecided', ['good', 'flaky', '--agent', 'noop'], 1],
    ['all are errors', ['flaky', '--agent', 'golden'], 3],
    ['all are invalid', ['broken', '--agent', 'golden'], 3],
    ['one passes and one is invalid', ['good', 'broken', '--agent', 'golden'], 3],
    ['one fails, but nobody minds', ['good', '--agent', 'noop', '--fail-on', 'never'], 0],
  ])('%s', async (name, argv, expected) => {
    const { code, error } = await type('run', ...argv, '--out', `out-${name}`, ...CACHE);
    expect(code).toBe(expected);
    // One line on the evidence of contracts.
    const others = error.split('\n').filter((line) => !/^(?:[\w-]+\/contract\.yml(?:, )?)+: .*strength/.test(line));
    expect(others).toEqual([]);
  });

  it('without isolation every attempt is stamped and none passes', async () => {
    const { code, error, log } = await type(
      'run',
      'good',
      '--agent',
      'golden',
      '--agent',
      'noop',
      '--sandbox',
      'none',
      '--unsafe-no-sandbox',
      '--out',
      'out-none',
      '--json',
      ...CACHE,
    );
    const { results } = JSON.parse(log) as {
      results: { sandbox: unknown; verdict: { status: string; tags: { id: string }[]; gate_vector: string } }[];
    };
    expect(error).toContain('running WITHOUT isolation: no attempt can pass the safety gate');
    expect(
      results.map(({ sandbox, verdict }) => [
        sandbox,
        verdict.gate_vector,
        verdict.tags.some(({ id }) => id === 'not-isolated'),
      ]),
    ).toEqual([
      [{ backend: 'none', isolated: false }, 'pass/pass/pass/error', true],
      [{ backend: 'none', isolated: false }, expect.stringMatching(/^pass\/pass\/fail\/error$/), true],
    ]);
    expect(code).toBe(3);
    expect(
      (await type('run', 'good', '--agent', 'golden', '--unsafe-no-sandbox', '--out', 'out-none-2', ...CACHE)).code,
    ).toBe(3);
  });

  where('sandbox')('in JSON, standard output is one document and nothing else', async () => {
    const { log, error } = await type(
      'run',
      'good',
      '--agent',
      'golden',
      '--trials',
      '2',
      '--json',
      '--out',
      'out-json',
      ...CACHE,
    );
    const { conclusion, results, missing } = JSON.parse(log) as {
      conclusion: string;
      results: unknown[];
      missing: unknown[];
    };
    expect([conclusion, results.length, missing]).toEqual(['success', 2, []]);
    expect(error.split('\n')).toEqual([
      expect.stringMatching(/^\[1\/2\] good/),
      expect.stringMatching(/^\[2\/2\] good/),
    ]);
    const lines = readFileSync(join(room, 'out-json/results.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(results);
  });

  it('with --dry-run nothing is run and nothing is written', async () => {
    const { code, log } = await type(
      'run',
      'good',
      'broken',
      '--agent',
      'noop',
      '--trials',
      '2',
      '--dry-run',
      '--out',
      'out-dry',
      ...CACHE,
    );
    expect(code).toBe(0);
    expect(log.split('\n')).toEqual([
      '2 contracts: good, broken',
      'arm noop: 4 attempts',
      '4 attempts, at most 1 at a time, no model is paid; nothing was run',
    ]);
    expect(existsSync(join(room, 'out-dry'))).toBe(false);
  });

  it('without arguments the suite is gatebench.yml of the folder, if there is one', async () => {
    expect(await type('run', '--dry-run')).toMatchObject({
      code: 2,
      error: expect.stringMatching(/^error: missing required argument 'contracts', or --suite FILE, or gatebench\.yml/),
    });
    const path = join(room, 'gatebench.yml');
    writeFileSync(path, 'schema: 1\nname: own\ncontracts: [good/contract.yml]\n');
    const { code, log } = await type('run', '--dry-run', ...CACHE);
    rmSync(path);
    expect([code, log]).toEqual([0, expect.stringMatching(/^1 contract: good\narm noop: 1 attempt\n/)]);
  });

  it('with --dry-run --json what would run is one JSON object', async () => {
    const { log } = await type('run', 'good', '--agent', 'noop', '--dry-run', '--json', '--out', 'out-dry', ...CACHE);
    const { attempts, ...rest } = JSON.parse(log);
    expect(attempts).toEqual([
      {
        attempt_id: expect.stringMatching(/^good-noop-1-[0-9a-f]{12}$/),
        contract: 'good/contract.yml',
        agent: 'noop',
        trial: 1,
        ablation: 'none',
      },
    ]);
    expect(rest).toEqual({
      concurrency: 1,
      cost_ceiling_usd: 0,
      arms: [{ arm: 'noop', attempts: 1, cost_ceiling_usd: 0 }],
      shards: [{ shard: '1/1', attempts: 1, expected_minutes: null, cost_ceiling_usd: 0 }],
      budget: { run_tokens: null, run_usd: null, task_usd: null, total_usd: null, total_wall_ms: null },
      beyond_budget: [],
    });
  });

  it('with --ablate each configuration is an attempt of its own, named in the dry run', async () => {
    const ablate = ['--ablate', 'none', '--ablate', 'audit,guardrails', '--ablate', 'guardrails=false audit=false'];
    const { log } = await type('run', 'good', '--agent', 'noop', ...ablate, '--dry-run', '--out', 'out-dry', ...CACHE);
    expect(log.split('\n')).toEqual([
      '1 contract: good',
      'arm noop: 1 attempt',
      'arm noop -guardrails -audit: 1 attempt',
      '2 attempts, at most 1 at a time, no model is paid; nothing was run',
    ]);
  });

  it('shards part the attempts: each is in exactly one, and sizes differ by one at most', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 5 }), async (n, trials) => {
        const dry = async (...more: string[]) => {
          const agents = ['--agent', 'noop', '--agent', 'golden', '--trials', String(trials)];
          const { log } = await type('run', 'good', 'broken', ...agents, '--dry-run', '--json', ...more, ...CACHE);
          const { attempts } = JSON.parse(log) as { attempts: { attempt_id: string }[] };
          return attempts.map(({ attempt_id }) => attempt_id);
        };
        const all = await dry();
        const parts = [];
        for (let i = 1; i <= n; i++) parts.push(await dry('--shard', `${i}/${n}`));
        expect(parts.flat().sort()).toEqual([...all].sort());
        const sizes = parts.map((part) => part.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 8 },
    );
  });
});

describe('records of a run', () => {
  const out = 'out-records';
  beforeAll(async () => {
    await type('run', 'good', '--agent', 'golden', '--agent', 'noop', '--out', out, ...CACHE);
  });

  where('sandbox')('verify as sealed and judge again to the same verdict', async () => {
    const verified = await type('verify', out, '--json');
    expect([
      verified.code,
      verified.log.split('\n').map((line) => (JSON.parse(line) as { standing: string }).standing),
    ]).toEqual([0, ['sealed', 'sealed', 'sealed']]); // two attempts and their folder
    const scored = await type('score', out);
    expect([scored.code, scored.log.match(/same as sealed/g)?.length]).toEqual([0, 2]);
  });

  where('sandbox')('that were changed are found, with the line: 1, and are not judged: 3', async () => {
    const [name] = runs(out);
    const log = join(room, out, 'runs', name!, 'events.jsonl');
    const before = readFileSync(log, 'utf8');
    writeFileSync(
      log,
      before.replace('"exit_code":0', '"exit_code":1').replace('"exit_code":1,"network', '"exit_code":0,"network'),
    );
    const changed = readFileSync(log, 'utf8') !== before;
    if (!changed) writeFileSync(log, before.replace('"harness"', '"operator"'));
    const verified = await type('verify', out);
    expect([verified.code, verified.log]).toEqual([
      1,
      expect.stringMatching(/tampered[\s\S]*events\.jsonl:\d+ was edited/),
    ]);
    const scored = await type('score', join(out, 'runs', name!));
    expect([scored.code, scored.log]).toEqual([3, expect.stringMatching(/cannot be judged: /)]);
    writeFileSync(log, before);
  });

  where('sandbox')('that are unfinished verify as such: 3', async () => {
    const [name] = runs(out);
    const report = join(room, out, 'runs', name!, 'report.json');
    const before = readFileSync(report);
    rmSync(report);
    expect((await type('verify', join(out, 'runs', name!))).code).toBe(3);
    writeFileSync(report, before);
    expect((await type('verify', join(out, 'runs', name!), '--head', 'a'.repeat(64))).code).toBe(1);
  });

  where('sandbox')('are kept by --resume, and errors and damaged ones are made again', async () => {
    const heads = () =>
      readFileSync(join(room, out, 'results.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { head: string }).head);
    const before = heads();
    const kept = await type('run', 'good', '--agent', 'golden', '--agent', 'noop', '--out', out, '--resume', ...CACHE);
    expect(heads()).toEqual(before);
    expect(kept.log.match(/ · kept/g)).toHaveLength(2);
    for (const garbage of ['{}', '[]', '', 'null', '{"verdict":{"scorable":true}}']) {
      const path = join(room, out, 'runs', runs(out)[0]!, 'report.json');
      writeFileSync(path, garbage);
      const again = await type(
        'run',
        'good',
        '--agent',
        'golden',
        '--agent',
        'noop',
        '--out',
        out,
        '--resume',
        ...CACHE,
      );
      expect([garbage, again.code, again.log.match(/ · kept/g)?.length]).toEqual([garbage, 0, 1]);
    }
    expect((await type('verify', out)).code).toBe(0);
    await type('run', 'flaky', '--agent', 'golden', '--out', 'out-flaky', ...CACHE);
    const errors = await type('run', 'flaky', '--agent', 'golden', '--out', 'out-flaky', '--resume', ...CACHE);
    expect(errors.log).not.toContain(' · kept');
  });
});

describe('schemas', () => {
  it.each([...OPTION_TABLE.schema.kind.choices])('%s is printed as JSON', async (name) => {
    const { code, log } = await type('schema', name);
    expect([code, typeof (JSON.parse(log) as { title: unknown }).title]).toEqual([0, 'string']);
  });

  it('are there for files of backends and of redaction rules, with their fields', async () => {
    const { oneOf } = JSON.parse((await type('schema', 'backend')).log) as { oneOf: { properties: object }[] };
    expect(oneOf.map(({ properties }) => Object.keys(properties).includes('request_path'))).toEqual([false, true]);
    const { properties } = JSON.parse((await type('schema', 'redaction')).log) as { properties: object };
    expect(Object.keys(properties)).toEqual(['on', 'off', 'rules']);
  });
});

describe('models on the command line', () => {
  const dry = (...flags: string[]) =>
    type('run', 'good/contract.yml', '--agent', 'command:true', '--dry-run', ...CACHE, ...flags);

  it('are told before anything is run', async () => {
    writeFileSync(join(room, 'prices.csv'), 'action_type,unit,unit_price,notes\nllm_request,token,0.000002,\n');
    writeFileSync(join(room, 'models.yml'), 'upstreams: [{ name: near, preset: vllm, models: [qwen-*] }]\n');
    const flags = ['--model', 'qwen-3', '--upstream', 'gpt-*=http://127.0.0.1:9/v1', '--models', 'models.yml'];
    const { code, log, error } = await dry(...flags, '--prices', 'prices.csv');
    expect(code).toBe(0);
    expect(error).toMatch(/^good\/contract\.yml: not proven[^\n]*$/);
    expect(log).toContain('arm command:true: 1 attempt, model qwen-3, at most 5.00 USD\n');
    expect(log).toContain(
      'upstream 127.0.0.1-9: http://127.0.0.1:9/v1 for gpt-*: chat → http://127.0.0.1:9/v1/chat/completions, responses → http://127.0.0.1:9/v1/responses, messages → http://127.0.0.1:9/v1/messages, gemini → http://127.0.0.1:9/v1beta/models/MODEL:generateContent',
    );
    expect(log).toContain('upstream near: http://127.0.0.1:8000/v1 for qwen-*: chat → http://127.0.0.1:8000/v1/chat/');
  });

  it('cost nothing where a script plays them, or a server of the machine serves them', async () => {
    writeFileSync(join(room, 'model.yml'), 'turns: [{say: Done.}]\n');
    for (const upstream of ['script:model.yml', 'ollama']) {
      const { log } = await dry('--model', 'qwen-3', '--upstream', upstream);
      expect(log).toMatch(/^arm command:true: 1 attempt, model qwen-3$/m);
      expect(log).toMatch(/^1 attempt, at most 1 at a time, no model is paid; nothing was run$/m);
    }
    expect((await dry('--model', 'm', '--upstream', 'script:model.yml')).log).toMatch(
      /^upstream script:model\.yml for \*$/m,
    );
  });

  it('are told as JSON, with what an attempt may use up; an agent that asks none has none', async () => {
    const flags = ['--model', 'qwen-3', '--upstream', 'ollama', '--agent', 'noop', '--json'];
    const { attempts, upstreams } = JSON.parse((await dry(...flags)).log) as Record<string, object[]>;
    expect(attempts).toMatchObject([
      { model: 'qwen-3', caps: { usd: 5, tokens: null, requests: null } },
      { agent: 'noop', trial: 1 },
    ]);
    expect(Object.keys(attempts![1]!)).not.toEqual(expect.arrayContaining(['model']));
    expect(upstreams).toEqual([
      {
        name: 'ollama',
        url: 'http://127.0.0.1:11434/v1',
        endpoints: {
          chat: 'http://127.0.0.1:11434/v1/chat/completions',
          responses: 'http://127.0.0.1:11434/v1/responses',
          messages: 'http://127.0.0.1:11434/v1/messages',
        },
        models: ['*'],
        dialects: ['chat', 'responses', 'messages'],
      },
    ]);
    const unnamed = JSON.parse((await dry('--upstream', 'ollama', '--json')).log) as { attempts: object[] };
    expect(unnamed.attempts).toMatchObject([{ model: null, caps: { usd: 5 } }]);
  });

  it.each([
    [['--model', 'two words', '--upstream', 'ollama'], 'must be a name of at most 200 characters'],
    [['--key-env', 'sk-1234', '--upstream', 'ollama'], 'must be the name of a variable, not a key'],
    [['--upstream', 'openai'], 'the variable OPENAI_API_KEY is not set'],
    [['--upstream', 'olama'], 'did you mean "ollama"?'],
  ])('are a mistake to hear of: %j', async (flags, expected) => {
    const { code, error } = await dry(...flags);
    expect([code, error.includes(expected) || error]).toEqual([2, true]);
    expect(error).not.toContain('    at ');
  });
});
