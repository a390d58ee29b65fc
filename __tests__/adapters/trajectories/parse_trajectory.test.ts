import { parseTrajectory } from '../../../src/adapters/trajectories/parse_trajectory.js';
import { atifDocumentSchema } from '../../../src/record/trajectory/atif_document.js';
import { GOLDEN } from '../../given_task.js';
import {
  atifTrajectory,
  geminiSession,
  miniSweAgentTrajectory,
  openhandsActions,
  openhandsEvents,
  openhandsRow,
  sweAgentTrajectory,
} from './given_trajectories.js';

const read = (value: unknown) => parseTrajectory(JSON.stringify(value), 'given.json');
const patchOf = (value: unknown) => {
  const { patch } = read(value);
  return patch && Buffer.from(patch).toString();
};

describe('a trajectory of another program becomes an ATIF document with patch, sums and end', () => {
  it.each([
    ['swe-agent', sweAgentTrajectory],
    ['mini-swe-agent', miniSweAgentTrajectory],
    ['openhands', openhandsRow],
    ['openhands', openhandsEvents],
    ['gemini-cli', geminiSession],
    ['atif', atifTrajectory],
  ])('%s: is recognised, and the document keeps the rules of the format', (format, value) => {
    const found = read(value);
    expect(found.format).toBe(format);
    expect(atifDocumentSchema.safeParse(found.document).error?.issues).toBeUndefined();
  });

  it('SWE-agent: prompts of the history, one call per action, the submission without the lines before it', () => {
    const found = read(sweAgentTrajectory);
    expect(found).toMatchObject({ exit_status: 'submitted', format_version: '1.1.0', task: null });
    expect(patchOf(sweAgentTrajectory)).toBe(GOLDEN);
    expect(found.document.agent).toEqual({ name: 'swe-agent', version: '1.1.0', model_name: 'model-1' });
    expect(found.document.final_metrics).toEqual({
      total_prompt_tokens: 7000,
      total_completion_tokens: 240,
      total_cost_usd: 0.02,
      extra: { api_calls: 3 },
    });
    expect(found.document.steps.map(({ source, message }) => [source, message])).toEqual([
      ['system', 'You fix repositories.'],
      ['user', 'Make the value right.'],
      ['agent', 'I look at the file.'],
      ['agent', 'I write it.'],
      ['agent', 'Done.'],
    ]);
    expect(found.document.steps[3]).toMatchObject({
      reasoning_content: 'It must be right.',
      tool_calls: [{ tool_call_id: 'call-2', function_name: 'bash', arguments: { command: 'echo right > value' } }],
      observation: { results: [{ source_call_id: 'call-2', content: '' }] },
    });
  });

  it('a patch that a terminal printed has its lines back, one that changes carriage returns keeps them', () => {
    const submit = (submission: string) =>
      patchOf({ ...sweAgentTrajectory, info: { ...sweAgentTrajectory.info, submission } });
    expect(submit(`\r\n${GOLDEN.replaceAll('\n', '\r\n')}`)).toBe(GOLDEN);
    const mixed = GOLDEN.replace('-wrong\n', '-wrong\r\n');
    expect(submit(mixed)).toBe(mixed);
    expect(submit(mixed.replaceAll('\n', '\r\n'))).toBe(mixed);
  });

  it('mini-swe-agent: the code block or the recorded actions are calls, what follows is their results', () => {
    const { document } = read(miniSweAgentTrajectory);
    expect(document.steps[2]).toMatchObject({
      timestamp: '2025-10-09T08:53:20.000Z',
      tool_calls: [{ arguments: { command: 'echo right > value' } }],
      observation: { results: [{ source_call_id: 'call-2-1', extra: { returncode: 0 } }] },
      metrics: { prompt_tokens: 700, completion_tokens: 60, cached_tokens: 100, cost_usd: 0.004 },
    });
    expect(document.steps[3]!.observation!.results.map(({ source_call_id }) => source_call_id)).toEqual([
      'call-4-1',
      'call-4-2',
    ]);
    expect(patchOf(miniSweAgentTrajectory)).toBe(GOLDEN);
    expect(patchOf({ ...miniSweAgentTrajectory, info: { ...miniSweAgentTrajectory.info, submission: null } })).toBe('');
  });

  it('OpenHands V0: an observation belongs to the action that its cause names', () => {
    const found = read(openhandsRow);
    expect(found).toMatchObject({ task: 'Shell', format_version: 'V0' });
    expect(found.document.steps[2]).toMatchObject({
      message: 'I write it.',
      tool_calls: [{ tool_call_id: 'c1', function_name: 'execute_bash', arguments: { command: 'echo right > value' } }],
      observation: { results: [{ source_call_id: 'c1', content: '', extra: { exit_code: 0 } }] },
    });
    expect(found.document.final_metrics).toMatchObject({ total_cost_usd: 0.015, total_cached_tokens: 20 });
    expect(read(openhandsActions)).toMatchObject({ patch: null, task: null });
  });

  it('OpenHands V1: calls of one response are one step, an error is a result', () => {
    const { document, format_version } = read(openhandsEvents);
    expect(format_version).toBe('V1');
    expect(document.steps).toHaveLength(3);
    expect(document.steps[2]).toMatchObject({
      message: 'Two at once.',
      tool_calls: [
        { tool_call_id: 'c1', arguments: { command: 'echo right > value' } },
        { tool_call_id: 'c2', arguments: { command: 'cat value' } },
      ],
      observation: { results: [{ source_call_id: 'c1' }, { source_call_id: 'c2', content: 'it broke' }] },
    });
  });

  it('gemini-cli: tokens of thoughts are of the output, and there is no patch', () => {
    const found = read(geminiSession);
    expect(found.patch).toBeNull();
    expect(found.document.steps[1]).toMatchObject({
      reasoning_content: 'I write it.',
      metrics: { prompt_tokens: 5900, completion_tokens: 30, cached_tokens: 10 },
    });
  });

  it('ATIF: is kept as it is, and a field that its RFC does not know is set aside', () => {
    expect(read(atifTrajectory).document).toEqual(atifTrajectory);
    const { document } = read({ ...atifTrajectory, verdict: 'good' });
    expect(document.extra).toEqual({ unknown_fields: { verdict: 'good' } });
    expect(atifDocumentSchema.safeParse(document).success).toBe(true);
  });
});

describe('hostile input has one line that says where', () => {
  const step = atifTrajectory.steps[2]!;
  const withSteps = (...steps: object[]) => ({ ...atifTrajectory, steps });
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  it.each([
    ['{"a":1,\n "b": tru}', 'given.json:2:7  is not JSON from here on'],
    ['', 'given.json:1:1  is not JSON from here on'],
    ['[]', 'given.json  is a trajectory of no known format'],
    ['null', 'given.json  is a trajectory of no known format'],
    [deep, 'given.json  is nested deeper than 200 times'],
    [JSON.stringify({ ...sweAgentTrajectory, trajectory: [1] }), 'given.json  trajectory.0 is a number, not an object'],
    [
      JSON.stringify({ ...sweAgentTrajectory, trajectory: [{ action: {} }] }),
      'given.json  trajectory.0.action is an object, not a text',
    ],
    [JSON.stringify({ ...sweAgentTrajectory, history: [], trajectory: [] }), 'given.json  it has no steps'],
    [
      JSON.stringify({ ...miniSweAgentTrajectory, messages: ['a'] }),
      'given.json  messages.0 is a string, not an object',
    ],
    [
      JSON.stringify({ ...openhandsRow, test_result: { git_patch: [] } }),
      'given.json  test_result.git_patch is a list, not a text',
    ],
    [JSON.stringify({ ...openhandsRow, history: 'x' }), 'given.json  history is a string, not a list'],
    [JSON.stringify(withSteps({ ...step, step_id: 7 })), 'given.json  steps.0.step_id: must be 1'],
    [
      JSON.stringify(withSteps({ ...step, step_id: 1, source: 'user' })),
      'given.json  steps.0.model_name: belongs to steps of agents, not of user',
    ],
    [
      JSON.stringify(withSteps({ ...step, step_id: 1, tool_calls: [] })),
      'given.json  steps.0.observation: names the call "c1", which the step does not have',
    ],
    [JSON.stringify({ ...atifTrajectory, schema_version: 'ATIF-v9' }), 'given.json  schema_version: is none of'],
    [
      JSON.stringify({ ...atifTrajectory, subagent_trajectories: [{ ...atifTrajectory, trajectory_id: null }] }),
      'given.json  subagent_trajectories.0.trajectory_id: is missing',
    ],
  ])('%.60s', (text, message) => {
    expect(() => parseTrajectory(text, 'given.json')).toThrow(message);
  });

  it('an observation whose cause is itself, or comes later, has a step of its own', () => {
    const { document } = read([
      { id: 1, cause: 1, source: 'agent', observation: 'run', content: 'a' },
      { id: 2, cause: 3, source: 'agent', observation: 'run', content: 'b' },
      { id: 3, source: 'agent', action: 'run', args: { command: 'true' } },
    ]);
    expect(document.steps.map(({ source }) => source)).toEqual(['system', 'system', 'agent']);
  });
});
