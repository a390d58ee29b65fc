import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ACTION_INPUT_TABLE, type ActionInputSpec } from '../../src/action/action_input_table.js';
import { readActionInputs } from '../../src/action/action_inputs.js';
import { UserError } from '../../src/contract/input/user_error.js';

const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'));
const declared = action.inputs as Record<string, { description: string; default?: string }>;

// Holds P1
describe('action.yml and the table of inputs agree', () => {
  it('has the same inputs in the same order, with their meaning and defaults', () => {
    const specs = Object.entries<ActionInputSpec>(ACTION_INPUT_TABLE);
    expect(specs.length).toBeLessThanOrEqual(30);
    expect(
      Object.entries(declared).map(([name, { description, default: value }]) => [name, description, value]),
    ).toEqual(
      specs.map(([name, { help, kind, default: value = kind.type === 'flag' ? 'false' : '' }]) => [
        ...[name, help],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
        name === 'github-token' ? '${{ github.token }}' : value,
      ]),
    );
  });

  it('has the same defaults: a workflow that sets nothing gets what a bare call gets', () => {
    const token = (name: string) => (name === 'github-token' ? 'ghs_x' : undefined);
    const fromFile = readActionInputs((name) => token(name) ?? declared[name]?.default ?? '');
    const bare = readActionInputs((name) => token(name) ?? '');
    expect(fromFile).toEqual(bare);
    expect(bare).toEqual({
      ...{ command: 'run', contracts: [], agent: [], suite: '', trials: undefined, 'fail-on': '', settings: false },
      ...{ concurrency: undefined, resume: false, out: 'gatebench-out', model: '', upstream: [], models: '' },
      ...{ 'judge-model': '', sandbox: 'auto', 'unsafe-no-sandbox': false, 'github-token': 'ghs_x', 'check-name': '' },
      ...{ 'check-run': true, comment: 'always', artifact: '', 'self-approval': false, plan: '', 'max-shards': 1 },
      ...{ shard: '', results: [], baseline: '', history: '', verify: true },
      'evaluation-workflow': '.github/workflows/evaluate.yml',
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
      comment: 'false',
      'check-run': false,
      shard: '2/8',
      trials: 5,
    });
  });

  it('names every wrong input at once, and what it may be', () => {
    const wrong = { command: 'judge', trials: '0', 'check-run': 'yes', shard: '9/8', concurrency: '1.5' };
    expect(() => given(wrong)).toThrow(
      new UserError([
        'input "command": must be one of: run, plan, report, compare',
        'input "trials": must be at least 1',
        'input "concurrency": must be a whole number',
        'input "check-run": must be one of: true, false',
        'input "shard": I must not be above N',
      ]),
    );
  });
});
