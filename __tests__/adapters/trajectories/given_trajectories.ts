import { GOLDEN } from '../../given_task.js';

/** Trajectories of one small job in every format that is read; each solves the shell task. */

export const sweAgentTrajectory = {
  environment: 'main',
  trajectory: [
    {
      action: 'cat value',
      observation: 'wrong\r\n',
      response: 'I look at the file.',
      thought: 'I look at the file.',
      execution_time: 0.2,
      state: { open_file: 'n/a', working_dir: '/repo' },
    },
    {
      action: 'echo right > value',
      observation: '',
      response: 'I write it.',
      thought: 'It must be right.',
      state: '{}',
    },
    { action: 'submit', observation: GOLDEN, response: 'Done.', thought: 'Done.' },
  ],
  history: [
    { role: 'system', content: 'You fix repositories.', agent: 'main' },
    { role: 'user', content: 'Make the value right.', agent: 'main' },
    { role: 'assistant', content: 'I look at the file.', agent: 'main' },
  ],
  info: {
    submission: `\r\n${GOLDEN}`,
    exit_status: 'submitted',
    swe_agent_version: '1.1.0',
    model_stats: { instance_cost: 0.02, tokens_sent: 7000, tokens_received: 240, api_calls: 3 },
  },
  replay_config: JSON.stringify({ agent: { model: { name: 'model-1' } } }),
};

export const miniSweAgentTrajectory = {
  trajectory_format: 'mini-swe-agent-1.1',
  info: {
    exit_status: 'Submitted',
    submission: GOLDEN,
    mini_version: '1.14.0',
    model_stats: { instance_cost: 0.01, api_calls: 2 },
    config: { model: { model_name: 'model-1' } },
  },
  messages: [
    { role: 'system', content: 'You use a computer.' },
    { role: 'user', content: [{ type: 'text', text: 'Make the value right.' }] },
    {
      role: 'assistant',
      content: 'THOUGHT: write it.\n\n```bash\necho right > value\n```',
      extra: {
        cost: 0.004,
        timestamp: 1_760_000_000,
        response: {
          model: 'model-1-2026',
          usage: { prompt_tokens: 700, completion_tokens: 60, prompt_tokens_details: { cached_tokens: 100 } },
        },
      },
    },
    { role: 'user', content: '<returncode>0</returncode>', extra: { returncode: 0 } },
    {
      role: 'assistant',
      content: 'Two at once.',
      extra: { actions: [{ command: 'cat value' }, { command: 'git diff' }], cost: 0.006 },
    },
    { role: 'user', content: 'right' },
    { role: 'user', content: GOLDEN },
    { role: 'exit', content: GOLDEN, extra: { exit_status: 'Submitted' } },
  ],
};

const call = (id: string, name: string, args: object, response: string) => ({
  function_name: name,
  tool_call_id: id,
  model_response: {
    id: response,
    model: 'model-1',
    choices: [{ message: { role: 'assistant', content: null, tool_calls: [] } }],
    usage: { prompt_tokens: 500, completion_tokens: 40 },
  },
  total_calls_in_response: 1,
  args,
});

export const openhandsActions = [
  {
    id: 0,
    timestamp: '2026-01-01T00:00:00.1',
    source: 'agent',
    action: 'system',
    args: { content: 'You are an agent.' },
  },
  {
    id: 1,
    timestamp: '2026-01-01T00:00:00.2',
    source: 'user',
    action: 'message',
    args: { content: 'Make the value right.' },
  },
  {
    id: 2,
    timestamp: '2026-01-01T00:00:01',
    source: 'agent',
    action: 'run',
    args: { command: 'echo right > value', thought: 'I write it.' },
    tool_call_metadata: call('c1', 'execute_bash', {}, 'r1'),
    llm_metrics: { accumulated_cost: 0.01, accumulated_token_usage: { prompt_tokens: 500, completion_tokens: 40 } },
  },
  {
    id: 3,
    timestamp: '2026-01-01T00:00:02',
    source: 'agent',
    observation: 'run',
    cause: 2,
    content: '',
    extras: { metadata: { exit_code: 0 } },
  },
  {
    id: 4,
    timestamp: '2026-01-01T00:00:03',
    source: 'agent',
    action: 'finish',
    args: { final_thought: 'Done.' },
    tool_call_metadata: call('c2', 'finish', {}, 'r2'),
    llm_metrics: {
      accumulated_cost: 0.015,
      accumulated_token_usage: { prompt_tokens: 1000, completion_tokens: 80, cache_read_tokens: 20 },
    },
  },
];

export const openhandsRow = {
  instance_id: 'Shell',
  attempt: 1,
  instruction: 'Make the value right.',
  metadata: { agent_class: 'CodeActAgent', llm_config: { model: 'model-1' } },
  test_result: { git_patch: GOLDEN },
  history: openhandsActions,
  metrics: {
    accumulated_cost: 0.015,
    accumulated_token_usage: { prompt_tokens: 1000, completion_tokens: 80, cache_read_tokens: 20 },
  },
  error: null,
};

export const openhandsEvents = [
  { kind: 'SystemPromptEvent', id: 'e0', source: 'agent', system_prompt: { type: 'text', text: 'You are an agent.' } },
  {
    kind: 'MessageEvent',
    id: 'e1',
    source: 'user',
    timestamp: '2026-01-01T00:00:00.2',
    llm_message: { role: 'user', content: [{ type: 'text', text: 'Make the value right.' }] },
  },
  {
    kind: 'ActionEvent',
    id: 'e2',
    source: 'agent',
    timestamp: '2026-01-01T00:00:01',
    thought: [{ type: 'text', text: 'Two at once.' }],
    action: { kind: 'ExecuteBashAction', command: 'echo right > value' },
    tool_name: 'terminal',
    tool_call_id: 'c1',
    tool_call: { id: 'c1', name: 'terminal', arguments: '{"command":"echo right > value"}' },
    llm_response_id: 'r1',
  },
  {
    kind: 'ActionEvent',
    id: 'e3',
    source: 'agent',
    thought: [],
    action: { kind: 'ExecuteBashAction', command: 'cat value' },
    tool_name: 'terminal',
    tool_call_id: 'c2',
    llm_response_id: 'r1',
  },
  {
    kind: 'ObservationEvent',
    id: 'e4',
    source: 'environment',
    tool_name: 'terminal',
    tool_call_id: 'c1',
    action_id: 'e2',
    observation: { kind: 'ExecuteBashObservation', content: [{ type: 'text', text: '' }], exit_code: 0 },
  },
  { kind: 'AgentErrorEvent', id: 'e5', source: 'agent', tool_name: 'terminal', tool_call_id: 'c2', error: 'it broke' },
  { kind: 'ConversationStateUpdateEvent', id: 'e6', source: 'environment', key: 'stats', value: {} },
];

export const geminiSession = {
  sessionId: 's1',
  projectHash: 'f5',
  startTime: '2026-01-01T00:00:00.000Z',
  messages: [
    { id: 'm1', timestamp: '2026-01-01T00:00:00.000Z', type: 'user', content: 'Make the value right.' },
    {
      id: 'm2',
      timestamp: '2026-01-01T00:00:01.000Z',
      type: 'gemini',
      content: 'Done.',
      thoughts: [{ subject: 'Plan', description: 'I write it.' }],
      toolCalls: [{ id: 't1', name: 'run_shell_command', args: { command: 'echo right > value' }, result: 'ok' }],
      tokens: { input: 5900, output: 24, cached: 10, thoughts: 6, tool: 0, total: 5940 },
      model: 'model-g',
    },
  ],
};

export const atifTrajectory = {
  schema_version: 'ATIF-v1.7',
  session_id: 's1',
  trajectory_id: 't0',
  agent: { name: 'an-agent', version: '2.0', model_name: 'model-1', extra: { cwd: '/app' } },
  steps: [
    { step_id: 1, source: 'system', message: 'You are an agent.' },
    { step_id: 2, source: 'user', message: 'Make the value right.', timestamp: '2026-01-01T00:00:00Z' },
    {
      step_id: 3,
      source: 'agent',
      timestamp: '2026-01-01T00:00:01Z',
      model_name: 'model-1',
      message: 'I write it.',
      reasoning_content: 'It must be right.',
      tool_calls: [
        { tool_call_id: 'c1', function_name: 'Bash', arguments: { command: 'echo right > value' }, extra: { n: 1 } },
      ],
      observation: { results: [{ source_call_id: 'c1', content: 'ok' }] },
      metrics: { prompt_tokens: 900, completion_tokens: 30, cached_tokens: 100, cost_usd: 0.003, extra: { a: 1 } },
      llm_call_count: 1,
    },
    {
      step_id: 4,
      source: 'agent',
      message: [
        { type: 'text', text: 'A picture.' },
        { type: 'image', source: { media_type: 'image/png', path: 'images/1.png' } },
      ],
      observation: { results: [{ content: 'from the helper', subagent_trajectory_ref: [{ trajectory_id: 't1' }] }] },
    },
  ],
  final_metrics: { total_prompt_tokens: 900, total_completion_tokens: 30, total_cost_usd: 0.003, total_steps: 4 },
  subagent_trajectories: [
    {
      schema_version: 'ATIF-v1.7',
      trajectory_id: 't1',
      agent: { name: 'helper', version: '1' },
      steps: [{ step_id: 1, source: 'user', message: 'Help.' }],
    },
  ],
};
