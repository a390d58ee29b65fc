// Needs: sandbox
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { openScriptedUpstream } from '../../../src/gateway/scripted/scripted_upstream.js';
import { upstreamScriptSchema } from '../../../src/gateway/scripted/upstream_script.js';
import { cleanUp, givenRoom } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { givenShellTask } from '../../given_task.js';
import { givenRecorded } from '../../recorded/given_recorded.js';

const room = givenRoom();
const cache = ['--cache', join(room, 'cache')];
afterAll(cleanUp);

const type = (...argv: string[]) => typeCommand(room, [...argv, ...cache]);
/** Replicates; lines of the log are joined, since the terminal breaks them. */
async function replicate(...argv: string[]) {
  const typed = await type('records', 'repeat', ...argv);
  return { ...typed, log: typed.log.replace(/\s+/g, ' ') };
}
const readJson = (...path: string[]) => JSON.parse(readFileSync(join(room, ...path), 'utf8'));
const readManifests = (out: string) =>
  readdirSync(join(room, out, 'runs')).map((run) => readJson(out, 'runs', run, 'manifest.json'));

/** The agent of the record. */
const SOLVE = 'command:echo right > value; echo said';

beforeAll(async () => {
  await givenRecorded('commanded', room);
});

// Holds R16
it('repeats a recorded attempt with everything of its record, and says how the trials agree with it', async () => {
  const { code, log } = await replicate('out', '--trials', '2', '--out', 'again');
  expect(code).toBe(0);
  expect(log).toContain('Nothing is varied: contract, agent, model, seed and terms are those of the record.');
  expect(log).toContain('Agreement with the record: 2 of 2 trials have its outcome (success; 95 % interval');
  expect(log).toContain('all have the same outcome; 100 % of their pairs agree');
  const [recorded] = readManifests('out');
  const line = JSON.parse(readFileSync(join(room, 'out/results.jsonl'), 'utf8'));
  const made = readManifests('again');
  expect(made.map(({ trial }) => trial).sort()).toEqual([1, 2]);
  for (const manifest of made) {
    expect(manifest.replicates).toEqual({ attempt_id: recorded.attempt_id, head: line.head, verified: true, vary: [] });
    expect(manifest.attempt_id).not.toBe(recorded.attempt_id);
    for (const field of ['agent', 'oracle_files', 'seeds', 'ablation', 'caps', 'model'])
      expect(manifest[field]).toEqual(recorded[field]);
    expect(manifest.contract).toEqual(recorded.contract);
  }
  expect(readJson('again', 'replication.json')).toMatchObject({
    source: { attempt_id: recorded.attempt_id, vary: [] },
    ...{ decided: 2, same_outcome: 2, same_gates: 2, consistent: true, pair_agreement: 1 },
    comparability: { comparable: true, differences: [] },
  });
  expect((await typeCommand(room, ['verify', 'again'])).code).toBe(0);
  const merged = await typeCommand(room, ['report', 'again', '--out', 'merged']);
  expect(merged.log).toContain('Agreement with the record: 2 of 2 trials have its outcome');
  expect(readJson('merged', 'replication.json')).toEqual(readJson('again', 'replication.json'));
});

it('gives each trial a seed of its own where seeds are declared to vary, and names the variation', async () => {
  const { log } = await replicate('out', '--trials', '3', '--vary', 'seed', '--out', 'seeds');
  expect(log).toContain('Varied as declared: seed.');
  const made = readManifests('seeds');
  expect(made.map(({ seeds }) => seeds.trial).sort()).toEqual([20260308, 20260309, 20260310]);
  expect(made.map(({ replicates }) => replicates.vary)).toEqual([['seed'], ['seed'], ['seed']]);
  const { comparability } = readJson('seeds', 'replication.json');
  expect(comparability.differences.map(({ condition }: { condition: string }) => condition)).toEqual(['seed']);
});

it('tells trials that do not agree with the record, nor with each other', async () => {
  // The seed reaches the tests: of two seeds that follow each other one passes.
  const run = '[ $((GATEBENCH_SEED % 2)) = 1 ]';
  await givenShellTask(room, 'parity', { contract: { acceptance: [{ id: 'odd', run }] } });
  await type('run', 'parity', '--agent', 'golden', '--out', 'odd');
  const { code } = await replicate('odd', '--trials', '2', '--vary', 'seed', '--out', 'mixed');
  expect(code).toBe(0);
  expect(readJson('mixed', 'replication.json')).toMatchObject({
    recorded: { outcome: 'success' },
    ...{ decided: 2, same_outcome: 1, consistent: false, pair_agreement: 0 },
  });
});

it('works from the line of results alone, and from the file that holds it', async () => {
  mkdirSync(join(room, 'lines'));
  cpSync(join(room, 'out/results.jsonl'), join(room, 'lines/results.jsonl'));
  for (const [i, run] of ['lines', 'lines/results.jsonl'].entries()) {
    const { code, error, log } = await replicate(run, '--agent', SOLVE, '--out', `from-line-${i}`);
    expect([code, error]).toEqual([0, expect.not.stringContaining('is not replicated')]);
    expect(log).toContain('The recorded attempt was not verified: only its line of results was there');
    expect(log).toContain('Agreement with the line of results: 1 of 1 trial');
    expect(readManifests(`from-line-${i}`)[0].replicates.verified).toBe(false);
    expect(readJson(`from-line-${i}`, 'replication.json')).toMatchObject({ decided: 1, same_outcome: 1 });
  }
});

it('works from a record whose traces and patch went to the long tier', async () => {
  cpSync(join(room, 'out'), join(room, 'long'), { recursive: true });
  expect((await typeCommand(room, ['records', 'retain', 'long', '--irreversible', '--reason', 'old'])).error).toBe('');
  expect((await replicate('long', '--out', 'from-long')).code).toBe(0);
});

describe('an attempt that asked a model', () => {
  const asking = ['--agent', 'loop', '--model', 'scripted', '--upstream', 'script:model.yml'];

  beforeAll(async () => {
    const turns = [{ say: 'Next.', calls: [{ shell: 'echo right > value' }] }, { say: 'It is right.' }];
    writeFileSync(join(room, 'model.yml'), stringify({ turns }));
    expect((await type('run', 'task', ...asking, '--out', 'asked')).log).toContain('1 of 1 attempt passed');
  });

  it('is repeated with its model and upstream, and a model that changed since is refused', async () => {
    expect((await replicate('asked', '--out', 'asked-again')).code).toBe(0);
    expect(readManifests('asked-again')[0].model).toEqual(readManifests('asked')[0].model);
    const other = await replicate('asked', '--model', 'other', '--out', 'no');
    expect([other.code, other.error]).toEqual([2, expect.stringContaining('model: recorded scripted')]);
    const varied = await replicate('asked', '--model', 'other', '--vary', 'model', '--out', 'other-model');
    expect(varied.code).toBe(0);
    expect(readManifests('other-model')[0]).toMatchObject({
      model: { name: 'other' },
      replicates: { vary: ['model'] },
    });
    writeFileSync(
      join(room, 'model.yml'),
      readFileSync(join(room, 'model.yml'), 'utf8').replace('It is right.', 'It is done.'),
    );
    const changed = await replicate('asked', '--out', 'no');
    expect([changed.code, changed.error]).toEqual([
      2,
      expect.stringMatching(/model: recorded scripted .*, now scripted/),
    ]);
  });
});

it('asks a server of the record only if it is named again, on the terms that it had', async () => {
  const turns = [{ say: 'Next.', calls: [{ shell: 'echo right > value' }] }, { say: 'It is right.' }];
  const server = openScriptedUpstream(upstreamScriptSchema.parse({ turns }));
  const url = `http://127.0.0.1:${await server.listenOnLoopback(0)}/v1`;
  try {
    const asking = ['--agent', 'loop', '--model', 'served', '--upstream', `local:${url}`];
    await type('run', 'task', ...asking, '--out', 'served');
    const before = server.requests.length;
    const unnamed = await replicate('served', '--out', 'no');
    expect([unnamed.code, unnamed.error]).toEqual([
      2,
      expect.stringContaining(`the record asks a model at ${url}\n  Prompts, and a key, go there.`),
    ]);
    const unit = (name: string) => `llm_request,${name},0.000001,\n`;
    const prices = `action_type,unit,unit_price,notes\n${unit('input_token')}${unit('output_token')}`;
    writeFileSync(join(room, 'prices.csv'), prices);
    const terms = ['--prices', 'prices.csv', '--vary', 'prices'];
    const priced = await replicate('served', '--upstream', url, ...terms, '--out', 'no');
    expect([priced.code, priced.error]).toEqual([2, expect.stringContaining('model: recorded served')]);
    expect(server.requests).toHaveLength(before);
    const named = await replicate('served', '--upstream', `local:${url}`, '--out', 'served-again');
    expect(named.code).toBe(0);
    expect(named.error).toContain(
      `replicating served/runs/${readdirSync(join(room, 'served/runs'))[0]}: contract task/contract.yml, agent loop, ` +
        `model served at ${url}`,
    );
    expect(readManifests('served-again')[0].model.upstreams).toMatchObject([
      { url, provider: expect.stringMatching(/^free:/) },
    ]);
  } finally {
    await server.close();
  }
});

describe('refuses, before anything runs,', () => {
  it('a contract that changed since, with the difference, unless that is asked for by name', async () => {
    cpSync(join(room, 'task'), join(room, 'changed'), { recursive: true });
    const text = readFileSync(join(room, 'changed/contract.yml'), 'utf8');
    writeFileSync(join(room, 'changed/contract.yml'), text.replace('Make the value right.', 'Mend the value.'));
    const refused = await replicate('out', 'changed', '--out', 'no');
    expect(refused.code).toBe(2);
    expect(refused.error).toMatch(/contract: recorded [0-9a-f]{12}, now [0-9a-f]{12} \(description differs\)/);
    expect(refused.error).toContain('declare the difference with --vary contract');
    const told = ['--vary', 'contract', '--vary', 'briefing', '--out', 'no'];
    const twice = await replicate('out', 'changed', ...told);
    expect([twice.code, twice.error]).toEqual([
      2,
      expect.stringContaining('the contract is another one: its briefing'),
    ]);
    const asked = await replicate('out', 'changed', '--vary', 'contract', '--out', 'other-contract');
    expect(asked.code).toBe(0);
    expect(asked.log).toContain('Varied as declared: contract.');
    expect(readJson('other-contract', 'replication.json').comparability.comparable).toBe(false);
  });

  it('hidden tests and a title that changed since, and tells them apart', async () => {
    const hidden = readFileSync(join(room, 'task/hidden/check.sh'), 'utf8');
    writeFileSync(join(room, 'task/hidden/check.sh'), `${hidden}# later\n`);
    const other = await replicate('out', '--out', 'no');
    writeFileSync(join(room, 'task/hidden/check.sh'), hidden);
    expect([other.code, other.error]).toEqual([2, expect.stringContaining('(its hidden files differ)')]);
    const text = readFileSync(join(room, 'task/contract.yml'), 'utf8');
    writeFileSync(join(room, 'task/contract.yml'), text.replace(/^title: .*$/m, 'title: Another title'));
    const told = await replicate('out', '--out', 'no');
    writeFileSync(join(room, 'task/contract.yml'), text);
    expect([told.code, told.error]).toEqual([2, expect.stringContaining('briefing: recorded ')]);
  });

  it('another agent, seed or configuration of mechanisms that is not declared', async () => {
    const { code, error } = await replicate(
      'out',
      '--agent',
      'noop',
      '--seed',
      '5',
      '--ablate',
      'audit',
      '--out',
      'no',
    );
    expect(code).toBe(2);
    expect(error).toMatch(/agent: recorded [0-9a-f]{12}, now [0-9a-f]{12}/);
    expect(error).toContain('seed: recorded 20260307, now 5');
    expect(error).toContain('mechanisms: recorded none, now audit');
    expect(error).toContain('--vary agent --vary mechanisms --vary seed');
  });

  it('a declared variation that is none', async () => {
    const { code, error } = await replicate('out', '--vary', 'mechanisms', '--out', 'no');
    expect([code, error]).toEqual([2, expect.stringContaining('--vary mechanisms is declared, and the mechanisms')]);
  });

  it('a record that was changed, that has several attempts, or that is not there', async () => {
    cpSync(join(room, 'out'), join(room, 'edited'), { recursive: true });
    appendFileSync(join(room, 'edited/runs', readdirSync(join(room, 'edited/runs'))[0]!, 'events.jsonl'), '{}\n');
    expect((await replicate('edited', '--out', 'no')).error).toContain('is not replicated: the record was changed');
    cpSync(join(room, 'out'), join(room, 'lined'), { recursive: true });
    const line = join(room, 'lined/results.jsonl');
    writeFileSync(line, readFileSync(line, 'utf8').replace('"trial":1', '"trial":2'));
    const lined = await replicate('lined', '--out', 'no');
    expect([lined.code, lined.error]).toEqual([
      2,
      expect.stringContaining('its line in results.jsonl is not what its sealed report says'),
    ]);
    const several = await replicate('seeds', '--out', 'no');
    expect(several.error).toContain('seeds has 3 attempts, and one is replicated at a time:\n  seeds/runs/');
    expect((await replicate('nowhere', '--out', 'no')).error).toContain('nowhere is neither a run directory nor');
    writeFileSync(join(room, 'broken.jsonl'), '{"schema":1}\n');
    expect((await replicate('broken.jsonl', '--out', 'no')).error).toContain('broken.jsonl:1: the line is no result');
  });

  it('options that say what is repeated in two ways', async () => {
    for (const [argv, message] of [
      [['run', 'task', '--agent', 'noop', '--vary', 'seed'], "unknown option '--vary'"],
      [['records', 'repeat', 'out', '-a', 'noop', '-a', 'golden'], 'repeats one attempt: name one agent'],
      [['records', 'repeat', 'out', '--vary', 'weather'], '--vary: '],
    ] as const) {
      const { code, error } = await type(...argv);
      expect([code, error]).toEqual([2, expect.stringContaining(message)]);
    }
    rmSync(join(room, 'no'), { recursive: true, force: true });
  });
});
