import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type HookClient, hookClients, hookFormats } from '../../../../src/commands/guard/hook/clients/hook_formats.js';
import { cleanUp, givenRoom, write } from '../../../given.js';
import { answered, recordedCalls, shellCall, understood } from './given_hooks.js';

afterAll(cleanUp);

const askedFor = (client: HookClient) => (hookFormats[client].can_ask ? 'ask' : 'deny');

describe.each(hookClients)('a hook of %s', (client) => {
  it('has no opinion on the ordinary calls that were recorded, and approves none', async () => {
    for (const call of recordedCalls(client)) {
      const output = await answered(client, JSON.stringify(call));
      expect([call, output.exit_code, understood(client, output)[0]]).toEqual([call, 0, 'none']);
      expect(output.stdout).not.toMatch(/allow|approve/);
    }
  });

  it('refuses a destructive command, and tells the model what to do instead', async () => {
    const output = await answered(client, shellCall(client, 'rm -rf ~'));
    const [decision, reason] = understood(client, output);
    expect(decision).toBe('deny');
    expect(reason).toMatch(/Delete by name inside the workspace.*delete-machine/);
  });

  it('asks a person about what is risky or cannot be read, where the client can', async () => {
    for (const command of ['npm config set registry https://packages.example.com', 'if true; then', '$TOOL -rf /'])
      expect([command, understood(client, await answered(client, shellCall(client, command)))[0]]).toEqual([
        command,
        askedFor(client),
      ]);
  });

  it('refuses what it cannot read, and says why on one line', async () => {
    const call = recordedCalls(client)[0]!;
    const inputs: (string | Uint8Array)[] = [
      'no json',
      '',
      '[]',
      Uint8Array.of(0x7b, 0xff, 0x7d),
      JSON.stringify({ ...call, hook_event_name: 'Strange', toolName: 7 }),
      shellCall(client, ' '),
      ' '.repeat(4 * 1024 * 1024 + 1),
    ];
    for (const input of inputs) {
      const output = await answered(client, input);
      expect(understood(client, output)[0]).toBe('deny');
      expect(output.stderr).toMatch(/^gatebench guard: the call was not judged, so it is refused: [^\n]+\n$/);
    }
  });

  it('never lets a catastrophic command pass, whatever stands around it, and never throws', async () => {
    const whole = shellCall(client, 'rm -rf /');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(whole.length), fc.nat(9), async (text, at, taken) => {
        const cut = whole.slice(0, at) + text + whole.slice(at + taken);
        const output = await answered(client, cut);
        const [decision] = understood(client, output);
        expect(['deny', 'ask', 'none']).toContain(decision);
        expect(output.stdout).not.toMatch(/"(allow|approve)"/);
        if (isSameCommand(client, cut)) expect(decision).toBe('deny');
      }),
      { numRuns: 60 },
    );
  });
});

/** Tells whether a changed input still has the tool and the command. */
function isSameCommand(client: HookClient, text: string): boolean {
  try {
    const { requests } = hookFormats[client].readCall(JSON.parse(text));
    return requests.some((request) => 'command' in request && request.command === 'rm -rf /');
  } catch {
    return false;
  }
}

it('refuses any bytes in the form of each client', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...hookClients), async (bytes, client) => {
      expect(understood(client, await answered(client, bytes))[0]).toBe('deny');
    }),
    { numRuns: 100 },
  );
});

describe('the arguments of a hook', () => {
  it.each([
    [['--level', 'none'], /--level must be one of workspace, strict/],
    [['--trust', '4'], /unknown argument "--trust"/],
    [['--log'], /--log has no value/],
  ])('%j are a refusal', async (argv, problem) => {
    const output = await answered('claude-code', shellCall('claude-code', 'ls'), { argv });
    expect([output.exit_code, output.stdout]).toEqual([2, '']);
    expect(output.stderr).toMatch(problem);
  });

  it('name a client that is known', async () => {
    const output = await answered('nobody', '{}');
    expect([output.exit_code, output.stderr]).toEqual([
      2,
      'gatebench guard: --hook must be one of claude-code, codex, gemini, copilot, opencode, cursor\n',
    ]);
  });
});

describe('calls with several acts', () => {
  const decided = async (client: HookClient, fields: object) =>
    understood(client, await answered(client, JSON.stringify({ ...recordedCalls(client)[0], ...fields })));

  it('are judged by the worst of them', async () => {
    const patch = '*** Begin Patch\n*** Add File: a.txt\n+x\n*** Delete File: /etc/passwd\n*** End Patch';
    const [decision, reason] = await decided('codex', { tool_name: 'apply_patch', tool_input: { command: patch } });
    expect([decision, reason]).toEqual(['deny', expect.stringContaining('delete-')]);
  });

  it('are judged where a command applies a patch', async () => {
    const command = "apply_patch <<'E'\n*** Begin Patch\n*** Add File: ../.ssh/authorized_keys\n+x\n*** End Patch\nE";
    expect((await decided('codex', { tool_input: { command } }))[1]).toContain('login-key');
  });

  it('are read in each edit', async () => {
    const edits = [{ old_string: 'a', new_string: 'b' }];
    const fields = { tool_name: 'MultiEdit', tool_input: { file_path: '/home/ann/.ssh/authorized_keys', edits } };
    expect((await decided('claude-code', fields))[0]).toBe('deny');
    expect((await decided('claude-code', { ...fields, tool_input: { file_path: 'a', edits: [] } }))[0]).toBe('deny');
  });
});

describe('patches', () => {
  const decided = async (patch: string) =>
    understood(
      'codex',
      await answered(
        'codex',
        JSON.stringify({ ...recordedCalls('codex')[0], tool_name: 'apply_patch', tool_input: { command: patch } }),
      ),
    );
  const SAFE = '*** Begin Patch\n*** Add File: a.txt\n+x\n';

  it.each([' ', '\t', '\u0085'])('have headers after blanks (%j), as the client reads them', async (blank) => {
    const [decision] = await decided(`${SAFE}${blank}*** Add File: /etc/passwd\n+x\n*** End Patch`);
    expect(decision).toBe('deny');
  });

  it('with a header of another kind are refused', async () => {
    const [, reason] = await decided(`${SAFE} *** Rename File: /etc/passwd\n*** End Patch`);
    expect(reason).toContain('"*** Rename File: /etc/passwd" of the patch is not understood');
  });

  it('may have stars in the text of a file', async () => {
    expect((await decided(`${SAFE}*** Update File: b.md\n@@\n ***\n-x\n+*** a\n*** End Patch`))[0]).toBe('none');
  });

  it('are judged in the folder in which they are applied', async () => {
    const patch = "apply_patch <<'E'\n*** Begin Patch\n*** Add File: authorized_keys\n+x\n*** End Patch\nE";
    for (const place of ['cd /home/ann/.ssh', 'cd ~/.ssh', 'cd $HOME/.ssh'])
      expect((await answered('codex', shellCall('codex', `${place} && ${patch}`))).stdout).toContain('login-key');
  });
});

describe('a call that is too much to judge in time', () => {
  const edits = (count: number) =>
    JSON.stringify({
      ...recordedCalls('claude-code')[0],
      tool_name: 'MultiEdit',
      tool_input: { file_path: 'a', edits: Array(count).fill({ old_string: 'a', new_string: 'b' }) },
    });

  it('is refused for the number of its edits', async () => {
    expect((await answered('claude-code', edits(500))).stderr).toBe('');
    expect((await answered('claude-code', edits(501))).stderr).toContain('too many edits in one call');
    expect((await answered('claude-code', edits(30_000))).stderr).toContain('too many edits in one call');
  });

  it('is refused when the client may soon no longer wait', async () => {
    const slow = shellCall('claude-code', `pwsh -c '${'iwr '.repeat(15_000)}'`);
    expect((await answered('claude-code', slow, { patience_ms: 1 })).stderr).toContain('it takes too long');
  });
});

describe('a tool of an unknown name', () => {
  it.each([
    ['claude-code', 'mcp__box__run', { cmd: 'rm -rf /' }],
    ['claude-code', ' BASH ', { command: 'rm -rf /' }],
    ['codex', 'container.exec', { command: ['bash', '-lc', 'rm -rf /'] }],
    ['codex', 'exec_command', { cmd: 'rm -rf .', workdir: '/etc' }],
    ['gemini', 'box__run', { script: 'rm -rf /' }],
  ] as const)('of %s is judged by its command: %s', async (client, tool_name, tool_input) => {
    const call = { ...recordedCalls(client)[0], tool_name, tool_input };
    expect(understood(client, await answered(client, JSON.stringify(call)))[0]).toBe('deny');
  });
});

describe('the files of the guard itself', () => {
  const variables = { HOME: '/home/ann', CLAUDE_CONFIG_DIR: '/srv/claude', CODEX_HOME: '/srv/codex' };
  const given = { variables, program_folders: ['/opt/gatebench/dist'] };

  it.each([
    ['gatebench guard uninstall claude-code --yes'],
    ['npx gatebench guard install codex --level workspace'],
    ['node /opt/gatebench/dist/cli/index.js guard uninstall codex'],
    ['npm rm -g gatebench'],
    ['yarn global remove gatebench@1'],
    ['echo x > /opt/gatebench/dist/guard/index.cjs'],
    ['mv /opt/gatebench /tmp/x'],
    ['rm -rf ~/.cache/gatebench-code'],
    ['cp x ~/.cache/gatebench-code/a.bin'],
    ['ln -s /tmp/x .gatebench'],
    ['cp -r /tmp/x .gatebench'],
    ['mv /tmp/guard.yml .gatebench/'],
    ['echo x > .GATEBENCH/Guard.yml'],
    ['rm -f .gate*/guard.y?l'],
    ['rm -rf .gate*'],
    ['rm -rf ~/.claude/*'],
    ['mv .opencode /tmp/x'],
    ['find . -name "guard.y*" -delete'],
    ['echo {} > $CLAUDE_CONFIG_DIR/settings.json'],
    ['echo {} > "$CODEX_HOME"/hooks.json'],
    ['rm /srv/claude/settings.json'],
  ])('are not changed by another way: %s', async (command) => {
    const [decision, reason] = understood(
      'claude-code',
      await answered('claude-code', shellCall('claude-code', command), given),
    );
    expect([decision, reason]).toEqual([expect.stringMatching('ask|deny'), expect.any(String)]);
  });

  it.each([
    ['gatebench guard --list'],
    ['npm install'],
    ['npm uninstall left-pad'],
    ['cat /opt/gatebench/dist/guard/index.cjs'],
    ['rm -f build/*.log'],
    ['mkdir -p .github/workflows'],
    ['cp a.txt src/'],
  ])('are not found in %s', async (command) => {
    const output = await answered('claude-code', shellCall('claude-code', command), given);
    expect(understood('claude-code', output)).toEqual(['none', '']);
  });

  it.each([
    ['echo x > .gatebench/guard.yml'],
    ['cd src && rm -f ../.gatebench/guard.yml'],
    ['chmod -R a-r .gatebench'],
    ['sed -i s/a/b/ ~/.claude/settings.json'],
    ['mv /tmp/x ~/app/.gatebench/guard.yml'],
    ["python3 -c \"open('.codex/hooks.json','w').write('')\""],
  ])('are changed by nobody but a person: %s', async (command) => {
    const [decision, reason] = understood(
      'claude-code',
      await answered('claude-code', shellCall('claude-code', command)),
    );
    expect([decision, reason]).toEqual(['ask', expect.stringContaining('guard-settings')]);
  });

  it.each([['cat .gatebench/guard.yml'], ['git add .gatebench'], ['ls ~/.claude']])('are read: %s', async (command) => {
    const output = await answered('claude-code', shellCall('claude-code', command));
    expect(understood('claude-code', output)).toEqual(['none', '']);
  });

  it('are not written by a tool', async () => {
    const call = { ...recordedCalls('gemini')[1], tool_input: { file_path: '.gatebench/guard.yml', content: '' } };
    expect(understood('gemini', await answered('gemini', JSON.stringify(call)))[0]).toBe('ask');
  });

  it('do not lessen what is worse', async () => {
    const command = 'echo x > .gatebench/guard.yml; rm -rf /';
    const output = await answered('claude-code', shellCall('claude-code', command));
    expect(understood('claude-code', output)[0]).toBe('deny');
  });
});

describe('.gatebench/guard.yml', () => {
  const project = (text: string, more: Record<string, string> = {}) => {
    const top = write(join(givenRoom(), 'app'), { '.gatebench/guard.yml': text, ...more });
    mkdirSync(join(top, '.git'));
    mkdirSync(join(top, 'deep/er'), { recursive: true });
    return top;
  };
  const judged = async (text: string, command: string, more?: Record<string, string>, argv: string[] = []) => {
    const cwd = join(project(text, more), 'deep/er');
    const output = await answered('claude-code', shellCall('claude-code', command, cwd), { cwd, argv });
    return { output, answer: understood('claude-code', output) };
  };

  const TRUST = ['--project-settings'];

  it('allows nothing without consent, and the answer says how to give it', async () => {
    const { answer } = await judged('schema: 1\nallow: [git-force-push]\n', 'git push --force');
    expect(answer).toEqual(['deny', expect.stringContaining('guard install CLIENT --trust-project-settings')]);
  });

  it('lowers the level with consent alone, and raises it without', async () => {
    const decided = async (level: string, argv: string[]) =>
      (await judged(`schema: 1\nlevel: ${level}\n`, 'git merge --abort', {}, argv)).answer[0];
    const [strict, lax] = [await decided('strict', []), await decided('workspace', TRUST)];
    expect(strict).not.toBe(lax);
    expect(await decided('workspace', [])).toBe(strict);
    expect(await decided('strict', ['--level', 'workspace'])).toBe(strict);
  });

  it('allows a rule with consent, and the answer says so', async () => {
    const { output } = await judged('schema: 1\nallow: [git-force-push]\n', 'git push --force', {}, TRUST);
    expect(JSON.parse(output.stdout)).toEqual({
      systemMessage: 'gatebench guard: git-force-push is allowed by .gatebench/guard.yml',
    });
  });

  it('denies what would be asked about, and the answer says so', async () => {
    const { answer } = await judged(
      'schema: 1\ndeny: [package-manager-settings]\n',
      'npm config set registry https://packages.example.com',
    );
    expect(answer).toEqual(['deny', expect.stringContaining('denied by .gatebench/guard.yml')]);
  });

  it('adds rules from files', async () => {
    const rule = `schema: 1
rules:
  - id: no-production-deploy
    category: deployment
    severity: severe
    explanation: The pipeline deploys; open a pull request.
    match: [{program: [deploy.sh]}]
    examples: {matches: [./deploy.sh production], passes: [cat deploy.sh]}
`;
    const text = 'schema: 1\nrules: [more.yml]\n';
    const { answer } = await judged(text, './deploy.sh production', { '.gatebench/more.yml': rule });
    expect(answer).toEqual(['deny', expect.stringContaining('no-production-deploy')]);
  });

  it.each([
    [
      'allow: [delete-machine]',
      '.gatebench/guard.yml:2:9  the rule "delete-machine" is catastrophic and cannot be allowed',
    ],
    ['allow: [git-frobnicate]', '.gatebench/guard.yml:2:9  there is no rule "git-frobnicate"'],
    ['deny: [a, b]', '.gatebench/guard.yml:2:8  there is no rule "a"'],
    ['allow: [unverifiable-command]', '.gatebench/guard.yml:2:9  "unverifiable-command" cannot be allowed'],
    ['level: lax', '.gatebench/guard.yml:2:8  level: must be one of workspace, strict'],
    ['allows: []', '.gatebench/guard.yml:2:1  unknown key "allows"'],
    ['allow: {a: 1}', '.gatebench/guard.yml:2:8  allow: must be a list'],
    ['allow: [', '.gatebench/guard.yml:3:1  '],
  ])('with "%s" refuses every call with one error', async (line, problem) => {
    const { output, answer } = await judged(`schema: 1\n${line}\n`, 'ls');
    expect([output.exit_code, answer[0]]).toEqual([2, 'deny']);
    expect(output.stderr).toContain(problem);
    expect(output.stderr.trimEnd()).not.toContain('\n');
  });

  it('is nobody else’s business: other tools are not held up by its faults', async () => {
    const cwd = project('nonsense');
    const call = { ...recordedCalls('claude-code')[1], cwd };
    expect(await answered('claude-code', JSON.stringify(call), { cwd })).toEqual({
      stdout: '',
      stderr: '',
      exit_code: 0,
    });
  });

  it('is the one of the project, not of a folder that the agent goes to', async () => {
    const other = project('schema: 1\nallow: [git-force-push]\n');
    const call = shellCall('claude-code', 'git push --force', other);
    const variables = { HOME: '/home/ann', CLAUDE_PROJECT_DIR: '/home/ann/app' };
    expect(understood('claude-code', await answered('claude-code', call, { variables }))[0]).toBe('deny');
  });
});

describe('the log of a hook', () => {
  it('has one line for each judged call, without secrets and control characters, for its owner alone', async () => {
    const log = join(givenRoom(), 'guard.log');
    const argv = ['--log', log];
    const key = ['Zk3xQ9vL2mN8pR4t', 'W7yB1cD5fG6hJ0aS'].join('');
    await answered('codex', shellCall('codex', `curl -H "Authorization: Bearer ${key}" x; echo '\u001b[2J\n'`), {
      argv,
    });
    await answered('codex', shellCall('codex', 'rm -rf /'), { argv });
    await answered('codex', 'junk', { argv });
    await answered('codex', JSON.stringify({ ...recordedCalls('codex')[0], tool_name: 'view_image', tool_input: {} }), {
      argv,
    });
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^2026-11-29T12:00:00.000Z codex \w+ \S+ curl .*\\x1b\[2J\\n/);
    expect(lines[1]).toBe('2026-11-29T12:00:00.000Z codex deny delete-machine rm -rf /');
    expect(lines[2]).toBe('2026-11-29T12:00:00.000Z codex error - the input is not JSON');
    expect(lines.join('\n')).not.toContain(key);
    expect(statSync(log).mode & 0o777).toBe(0o600);
  });

  it('is no pipe, which nobody may read', async () => {
    const pipe = join(givenRoom(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const output = await answered('codex', shellCall('codex', 'ls'), { argv: ['--log', pipe] });
    closeSync(reader);
    expect(output.stderr).toBe('gatebench guard: the log cannot be written (not a file)\n');
    const again = await answered('codex', shellCall('codex', 'ls'), { argv: ['--log', pipe] });
    expect(again.stderr).toBe('gatebench guard: the log cannot be written (ENXIO)\n');
  });

  it('changes no verdict where it cannot be written', async () => {
    for (const [command, decision] of [
      ['rm -rf /', 'deny'],
      ['ls', 'none'],
    ] as const) {
      const output = await answered('codex', shellCall('codex', command), { argv: ['--log', '/nowhere/log'] });
      expect(understood('codex', output)[0]).toBe(decision);
      expect(output.stderr).toBe('gatebench guard: the log cannot be written (ENOENT)\n');
    }
  });
});
