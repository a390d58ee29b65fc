import { listRecords, metricsOf, outline, parse, parseLines, readSession } from './given_sessions.js';

const PROMPT = ['user', 'Make the value right.'];
const WRITE = "mkdir -p '.' && cat > 'value' <<'END_OF_FILE'\nright\nEND_OF_FILE";
const DONE = ['agent', 'It is right.'];

// Holds G11
describe('a session that a client wrote becomes prompts, calls with results, usage and end', () => {
  const CLAUDE = [
    ['agent', 'I look first.', ['Bash', 'cat value', 'wrong', undefined]],
    [
      'agent',
      'I write it.',
      ['Bash', WRITE, '(Bash completed with no output)', undefined],
      ['Bash', 'false', 'Exit code 1', { is_error: true }],
    ],
    DONE,
  ];

  it('Claude Code, session file: blocks of a response are one step, and its usage is counted once', () => {
    const found = parse(readSession('claude-code-session.jsonl'));
    expect(found).toMatchObject({ format: 'claude-code', format_version: '2.1.197', patch: null, exit_status: null });
    expect(outline(found.document)).toEqual([PROMPT, ...CLAUDE]);
    expect(metricsOf(found.document)).toEqual([
      { prompt_tokens: 1000, cached_tokens: 200, completion_tokens: 50 },
      { prompt_tokens: 1100, cached_tokens: 900, completion_tokens: 60 },
      { prompt_tokens: 19425, cached_tokens: 0, completion_tokens: 3 },
    ]);
    expect([found.document.notes, found.document.final_metrics]).toEqual([undefined, undefined]);
  });

  it('Claude Code, stream-json, as lines or as one list: output is counted at the end only', () => {
    const text = readSession('claude-code-stream.jsonl');
    const found = parse(text);
    expect(found).toMatchObject({ format: 'claude-code', format_version: '2.1.197', exit_status: 'success' });
    expect(outline(found.document)).toEqual(CLAUDE);
    expect(metricsOf(found.document)[0]).toEqual({ prompt_tokens: 1000, cached_tokens: 200 });
    expect(found.document.final_metrics).toEqual({
      total_prompt_tokens: 21525,
      total_completion_tokens: 113,
      total_cached_tokens: 1100,
      total_cost_usd: 0.10550000000000001,
    });
    expect(found.document.notes).toBe('no prompt of a user is in it');
    expect(parse(JSON.stringify(listRecords('claude-code-stream.jsonl'))).document).toEqual(found.document);
  });

  const CODEX_TOTALS = { total_prompt_tokens: 12604, total_completion_tokens: 113, total_cached_tokens: 1100 };

  it('Codex, rollout: items of a response are one step, with the tokens that are counted after them', () => {
    const found = parse(readSession('codex-rollout.jsonl'));
    expect(found).toMatchObject({ format: 'codex', format_version: '0.171.0', exit_status: 'task_complete' });
    const output = (code: number, text: string) =>
      expect.stringMatching(new RegExp(`Process exited with code ${code}[^]*Output:\\n${text}`));
    expect(outline(found.document).slice(3)).toEqual([
      PROMPT,
      ['agent', 'I look first.', ['exec_command', 'cat value', output(0, 'wrong\n'), undefined]],
      [
        'agent',
        'I write it.',
        ['exec_command', WRITE, output(0, ''), undefined],
        ['exec_command', 'false', output(1, ''), undefined],
      ],
      DONE,
    ]);
    // What the client writes in the place of the user is no prompt of a user.
    expect(found.document.steps.slice(0, 3).map(({ source }) => source)).toEqual(['system', 'system', 'system']);
    expect(metricsOf(found.document)).toEqual([
      { prompt_tokens: 1000, cached_tokens: 200, completion_tokens: 50 },
      { prompt_tokens: 1100, cached_tokens: 900, completion_tokens: 60 },
      { prompt_tokens: 10504, cached_tokens: 0, completion_tokens: 3 },
    ]);
    expect(found.document.final_metrics).toEqual(CODEX_TOTALS);
    expect(found.document.notes).toBeUndefined();
  });

  it('Codex, rollout of 0.39: tokens are counted before the items of their response, and no end is recorded', () => {
    const found = parse(readSession('codex-rollout-0.39.jsonl'));
    expect(found).toMatchObject({ format: 'codex', format_version: '0.39.0', exit_status: null });
    const call = (command: string, code: number, output: string) => [
      ...['shell', ['bash', '-c', command]],
      ...[`{"output":"${output}","metadata":{"exit_code":${code},"duration_seconds":0.0}}`, undefined],
    ];
    expect(outline(found.document).slice(1)).toEqual([
      PROMPT,
      ['agent', 'I look first.', call('cat value', 0, 'wrong\\n')],
      ['agent', 'I write it.', call('echo right > value', 0, '')],
      ['agent', '', call('false', 1, '')],
      DONE,
    ]);
    expect(found.document.steps.slice(2).map(({ metrics }) => metrics?.prompt_tokens)).toEqual([
      ...[1000, 1100, undefined, 6814],
    ]);
    expect(found.document.notes).toBe('its end is not in it');
  });

  it('Codex, exec --json: neither prompt nor model, and sums at the end', () => {
    const found = parse(readSession('codex-exec.jsonl'));
    expect(found).toMatchObject({ format: 'codex', format_version: null, exit_status: 'turn.completed' });
    const result = (status: string, exit_code: number) => ({ status, exit_code });
    expect(outline(found.document).slice(1)).toEqual([
      ['agent', 'I look first.', ['shell', "/bin/bash -lc 'cat value'", 'wrong\n', result('completed', 0)]],
      ['agent', 'I write it.', ['shell', '/bin/bash -lc false', '', result('failed', 1)]],
      ['agent', '', ['shell', `/bin/bash -lc "${WRITE}"`, '', result('completed', 0)]],
      DONE,
    ]);
    expect(found.document.agent).toEqual({ name: 'codex', version: 'unknown' });
    expect(found.document.final_metrics).toEqual(CODEX_TOTALS);
    expect(found.document.notes).toBe('no prompt of a user is in it');
  });

  it('Gemini CLI, chat file of lines: the last record of a message counts', () => {
    const found = parse(readSession('gemini-cli-chat.jsonl'));
    expect(found).toMatchObject({ format: 'gemini-cli', exit_status: null, patch: null });
    const output = (text: string) => expect.stringMatching(new RegExp(`^<untrusted_context>\\nOutput: ${text}`));
    expect(outline(found.document).slice(1)).toEqual([
      PROMPT,
      ['agent', 'I look first.', ['run_shell_command', 'cat value', output('wrong'), undefined]],
      [
        'agent',
        'I write it.',
        ['run_shell_command', WRITE, output(''), undefined],
        ['run_shell_command', 'false', output('\\(empty\\)\\nExit Code: 1'), undefined],
      ],
      DONE,
    ]);
    expect(metricsOf(found.document)).toEqual([
      { prompt_tokens: 1000, cached_tokens: 200, completion_tokens: 50 },
      { prompt_tokens: 1100, cached_tokens: 900, completion_tokens: 60 },
      { prompt_tokens: 12843, cached_tokens: 0, completion_tokens: 3 },
    ]);
    expect(found.document.notes).toBeUndefined();
    const call = {
      id: 'c',
      name: 'edit',
      status: 'error',
      result: [{ functionResponse: { response: { error: 'No.' } } }],
    };
    const later = [{ $rewindTo: 'm' }, { id: 'n', type: 'gemini', content: '', toolCalls: [call] }];
    const { document } = parseLines(...listRecords('gemini-cli-chat.jsonl'), ...later);
    expect(outline(document).at(-1)).toEqual(['agent', '', ['edit', undefined, 'No.', { is_error: true }]]);
    expect(document.notes).toBe('left out: 1 ($rewindTo)');
  });

  it('Gemini CLI, stream-json: pieces of a text are one message, thoughts are of the output', () => {
    const found = parse(readSession('gemini-cli-stream.jsonl'));
    expect(found).toMatchObject({ format: 'gemini-cli', exit_status: 'success' });
    expect(outline(found.document)).toEqual([
      PROMPT,
      ['agent', 'I look first.', ['run_shell_command', 'cat value', 'wrong', undefined]],
      [
        'agent',
        'I write it.',
        ['run_shell_command', WRITE, '', undefined],
        ['run_shell_command', 'false', 'Command exited with code: 1', undefined],
      ],
      DONE,
    ]);
    expect(found.document.final_metrics).toEqual({
      total_prompt_tokens: 14943,
      total_completion_tokens: 113,
      total_cached_tokens: 1100,
    });
    const records = listRecords('gemini-cli-stream.jsonl');
    const pieces = ['It is ', 'right.'].map((content) => ({ ...records[10], content }));
    expect(parseLines(...records.toSpliced(10, 1, ...pieces)).document).toEqual(found.document);
  });

  it('OpenCode, run --format json: a call that failed has its error as result', () => {
    const found = parse(readSession('opencode-run.jsonl'));
    expect(found).toMatchObject({ format: 'opencode', format_version: null, exit_status: 'tool-calls' });
    const refusal = 'The user rejected permission to use this specific tool call.';
    expect(outline(found.document)).toEqual([
      ['agent', 'I look first.', ['bash', 'cat value', 'wrong\n', { exit_code: 0 }]],
      [
        'agent',
        'I write it.',
        ['write', '/elsewhere/value', refusal, { is_error: true }],
        ['bash', 'false', '(no output)', { exit_code: 1 }],
      ],
    ]);
    expect(metricsOf(found.document)).toEqual([
      { prompt_tokens: 1000, completion_tokens: 50, cached_tokens: 200, cost_usd: 0 },
      { prompt_tokens: 1100, completion_tokens: 60, cached_tokens: 900, cost_usd: 0 },
    ]);
    expect(found.document.notes).toBe('no prompt of a user is in it');
  });

  it('OpenCode, export: also with the prompt and the version', () => {
    const found = parse(readSession('opencode-export.json'));
    expect(found).toMatchObject({ format: 'opencode', format_version: '1.18.33', exit_status: 'stop' });
    expect(outline(found.document)).toEqual([
      ['user', '"Make the value right."'],
      ['agent', 'I look first.', ['bash', 'cat value', 'wrong\n', { exit_code: 0 }]],
      [
        'agent',
        'I write it.',
        ['bash', 'echo right > value', '(no output)', { exit_code: 0 }],
        ['bash', 'false', '(no output)', { exit_code: 1 }],
      ],
      DONE,
    ]);
    expect(found.document.agent.model_name).toBe('scripted');
    expect(found.document.notes).toBeUndefined();
  });
});
