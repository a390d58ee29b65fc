import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ACTION_INPUT_NAMES, readActionInputs } from '../../src/action/action_inputs.js';
import { UserError } from '../../src/contract/input/user_error.js';

const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
const declared = action.inputs as Record<string, { description: string; default?: string }>;

describe('action.yml and the schema of its inputs agree', () => {
  it('has the same inputs in the same order', () => {
    expect(Object.keys(declared)).toEqual(ACTION_INPUT_NAMES);
  });

  it('has the same defaults: a workflow that sets nothing gets what a bare call gets', () => {
    const token = (name: string) => (name === 'github-token' ? 'ghs_x' : undefined);
    const fromFile = readActionInputs((name) => token(name) ?? declared[name]?.default ?? '');
    const bare = readActionInputs((name) => token(name) ?? '');
    expect(fromFile).toEqual(bare);
    expect(bare).toEqual({
      command: 'run',
      'pilot-results': [],
      deviation: '',
      suite: '',
      contracts: [],
      agent: [],
      'install-agents': true,
      ablate: [],
      trials: undefined,
      plan: '',
      'max-shards': 1,
      durations: [],
      results: [],
      baseline: '',
      arms: [],
      history: '',
      adjudications: '',
      verify: true,
      'evaluation-workflow': '.github/workflows/evaluate.yml',
      'allow-mixed-versions': false,
      out: 'gatebench-out',
      cache: '',
      sandbox: 'auto',
      'install-sandbox': 'auto',
      'unsafe-no-sandbox': false,
      concurrency: undefined,
      shard: '',
      'fail-on': '',
      resume: false,
      reuse: [],
      settings: [],
      'extra-trials': undefined,
      'require-proof': false,
      model: '',
      'allow-model': [],
      'judge-model': '',
      upstream: [],
      models: '',
      'key-env': '',
      prices: '',
      steering: '',
      backend: '',
      redaction: '',
      seed: undefined,
      repos: [],
      'github-token': 'ghs_x',
      'self-approval': false,
      artifact: '',
      'check-name': '',
      'check-run': true,
      comment: 'auto',
    });
  });

  it('describes every input and output, and runs on Node 24', () => {
    for (const each of [...Object.values(declared), ...Object.values(action.outputs as typeof declared)]) {
      expect(each.description).toMatch(/\.$/);
    }
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/action/index.js' });
  });
});

describe('inputs', () => {
  const given = (inputs: Record<string, string>) => readActionInputs((name) => inputs[name] ?? '');

  it('takes one value per line where several are possible', () => {
    expect(
      given({ contracts: 'tasks/a/contract.yml\n\n  tasks/b/*.yml\n', agent: 'golden\ncommand:"my agent, $TASK"' }),
    ).toMatchObject({
      contracts: ['tasks/a/contract.yml', 'tasks/b/*.yml'],
      agent: ['golden', 'command:"my agent, $TASK"'],
    });
  });

  it('takes flags and shards as written in a workflow', () => {
    expect(given({ comment: 'false', 'check-run': 'false', shard: '2/8', trials: ' 5 ' })).toMatchObject({
      comment: false,
      'check-run': false,
      shard: '2/8',
      trials: 5,
    });
  });

  it('names every wrong input at once, and what it may be', () => {
    const wrong = { command: 'judge', trials: '0', 'check-run': 'yes', shard: '9/8', seed: '1.5' };
    expect(() => given(wrong)).toThrow(
      new UserError([
        'input "command": must be one of: run, plan, report, compare, compare-config',
        'input "check-run": must be one of: true, false',
        'input "trials": must be at least 1',
        'input "seed": must be a whole number',
        'input "shard": I must not be above N',
      ]),
    );
  });
});
