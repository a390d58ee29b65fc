import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommandLine } from '../../../../src/cli/run_command_line.js';
import { hookClients } from '../../../../src/commands/guard/hook/clients/hook_formats.js';
import { cleanUp, givenRoom, write } from '../../../given.js';

afterAll(cleanUp);

/** Types `gatebench guard …` with a home and a project of its own. */
async function typed(
  home: string,
  words: string[],
  answer?: string | (() => string),
  variables: Record<string, string> = {},
) {
  const log: string[] = [];
  const error: string[] = [];
  const code = await runCommandLine(
    ['guard', ...words],
    {
      log: (line) => log.push(line),
      error: (line) => error.push(line),
      signal: new AbortController().signal,
      terminal: { columns: 100, colour: false },
      question:
        answer === undefined ? undefined : () => Promise.resolve(typeof answer === 'string' ? answer : answer()),
      variable: (name) => variables[name],
    },
    {
      cwd: join(home, 'app'),
      search_path: '',
      user: 'ann',
      home,
      program: ['/opt/node', '/opt/gatebench/dist/cli/index.js'],
    },
  ).catch((thrown: Error) => {
    error.push(thrown.message);
    return 2;
  });
  return { code, log: log.join('\n'), error: error.join('\n') };
}

const PLACES: Record<string, [user: string, project: string]> = {
  'claude-code': ['.claude/settings.json', '.claude/settings.local.json'],
  codex: ['.codex/hooks.json', '.codex/hooks.json'],
  gemini: ['.gemini/settings.json', '.gemini/settings.json'],
  copilot: ['.copilot/hooks/gatebench-guard.json', '.github/hooks/gatebench-guard.json'],
  opencode: ['.config/opencode/plugins/gatebench-guard.js', '.opencode/plugins/gatebench-guard.js'],
  cursor: ['.cursor/hooks.json', '.cursor/hooks.json'],
};

describe.each(hookClients)('guard install %s', (client) => {
  it.each(['user', 'project'] as const)('for a %s writes once, and uninstall takes it back', async (scope) => {
    const home = givenRoom();
    const place = scope === 'user' ? join(home, PLACES[client]![0]) : join(home, 'app', PLACES[client]![1]);
    const flags = [client, ...(scope === 'user' ? ['--user'] : ['--project', '.']), '--yes'];
    expect(await typed(home, ['install', ...flags, '--level', 'workspace'])).toMatchObject({ code: 0, error: '' });
    expect(readFileSync(place, 'utf8')).toMatch(/guard.*--hook.*--level.*workspace/);

    // Another level takes the place of the first one.
    expect((await typed(home, ['install', ...flags])).code).toBe(0);
    const text = readFileSync(place, 'utf8');
    expect(text).not.toContain('--level');
    expect((await typed(home, ['install', ...flags])).log).toContain('nothing to change');
    expect(readFileSync(place, 'utf8')).toBe(text);

    expect((await typed(home, ['uninstall', ...flags])).log).toContain('(removed)');
    expect(existsSync(place)).toBe(false);
    expect((await typed(home, ['uninstall', ...flags])).log).toContain('nothing to change');
  });
});

describe('guard install', () => {
  const given = (text: string) => write(givenRoom(), { '.claude/settings.json': text });
  const settings = (home: string) => readFileSync(join(home, '.claude/settings.json'), 'utf8');

  it('shows the change and asks; "no" writes nothing', async () => {
    const home = given('{\n  "model": "x"\n}\n');
    const { code, log } = await typed(home, ['install', 'claude-code'], 'no');
    expect(code).toBe(1);
    expect(log).toContain('-  "model": "x"\n+  "model": "x",\n+  "hooks": {');
    expect(settings(home)).toBe('{\n  "model": "x"\n}\n');
    expect((await typed(home, ['install', 'claude-code'], 'yes')).code).toBe(0);
    expect(JSON.parse(settings(home))).toMatchObject({ model: 'x', hooks: { PreToolUse: [{}] } });
  });

  it('needs --yes where nobody can be asked', async () => {
    const home = given('{}');
    const { code, error } = await typed(home, ['install', 'claude-code']);
    expect([code, error, settings(home)]).toEqual([2, expect.stringContaining('nobody can be asked here'), '{}']);
  });

  it('writes nothing where the settings cannot be read', async () => {
    const home = given('{"a":');
    const { code, error } = await typed(home, ['install', 'claude-code', '--yes']);
    expect([code, settings(home)]).toEqual([2, '{"a":']);
    expect(error).toMatch(/settings\.json:1:6 {2}is not JSON/);
  });

  it('writes nothing where the settings were changed while the person was asked', async () => {
    const home = given('{}');
    const answer = () => {
      write(home, { '.claude/settings.json': '{"a": 1}' });
      return 'yes';
    };
    const { code, error } = await typed(home, ['install', 'claude-code'], answer);
    expect([code, settings(home)]).toEqual([2, '{"a": 1}']);
    expect(error).toContain('was changed meanwhile');
  });

  it('writes nothing where a key is there twice', async () => {
    const home = given('{\n "hooks": {},\n "hooks": {}}');
    const { code, error } = await typed(home, ['install', 'claude-code', '--yes']);
    expect([code, error]).toEqual([2, expect.stringMatching(/settings\.json:3:2 .*"hooks" is there twice/)]);
  });

  it('takes an empty file for one without settings', async () => {
    for (const text of ['', ' \n']) {
      const home = given(text);
      expect((await typed(home, ['uninstall', 'claude-code', '--yes'])).log).toContain('nothing to change');
      expect((await typed(home, ['install', 'claude-code', '--yes'])).code).toBe(0);
      expect(settings(home)).toContain('guard --hook claude-code');
      expect((await typed(home, ['uninstall', 'claude-code', '--yes'])).code).toBe(0);
      expect(settings(home)).toBe('{}');
    }
  });

  it('keeps hooks of a person that only look like its own', async () => {
    const other = 'echo guard --hook claude-code ; rm x || exit 2';
    const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: other }] }] } });
    const home = given(text);
    expect((await typed(home, ['install', 'claude-code', '--yes'])).code).toBe(0);
    expect(settings(home)).toContain(other);
    expect((await typed(home, ['uninstall', 'claude-code', '--yes'])).code).toBe(0);
    expect(settings(home)).toBe(text);
  });

  it.each([
    ['claude-code', 'CLAUDE_CONFIG_DIR', 'settings.json'],
    ['codex', 'CODEX_HOME', 'hooks.json'],
    ['opencode', 'XDG_CONFIG_HOME', 'opencode/plugins/gatebench-guard.js'],
  ])('for %s goes where %s says', async (client, name, file) => {
    const home = givenRoom();
    const folder = givenRoom();
    expect((await typed(home, ['install', client, '--yes'], undefined, { [name]: folder })).code).toBe(0);
    expect(readFileSync(join(folder, file), 'utf8')).toContain('guard');
  });

  it('writes down the consent of a person to what projects allow', async () => {
    const home = given('{}');
    await typed(home, ['install', 'claude-code', '--yes', '--trust-project-settings']);
    expect(settings(home)).toContain('guard --hook claude-code --project-settings || exit 2');
  });

  it('keeps rights and links', async () => {
    const home = given('');
    write(home, { 'dotfiles/claude.json': '{"a": 1}\n' });
    const kept = join(home, 'dotfiles/claude.json');
    chmodSync(kept, 0o600);
    write(join(home, '.claude'), {});
    symlinkSync('../dotfiles/claude.json', join(home, '.claude/linked'));
    const linked = join(home, '.codex');
    write(linked, {});
    symlinkSync(kept, join(linked, 'hooks.json'));
    expect((await typed(home, ['install', 'codex', '--yes'])).code).toBe(0);
    expect(lstatSync(join(linked, 'hooks.json')).isSymbolicLink()).toBe(true);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect((await typed(home, ['uninstall', 'codex', '--yes'])).code).toBe(0);
    expect(readFileSync(kept, 'utf8')).toBe('{"a": 1}\n');
  });

  it('knows its clients', async () => {
    expect(await typed(givenRoom(), ['install', 'emacs', '--yes'])).toMatchObject({
      code: 2,
      error: '"emacs" is no client; there are claude-code, codex, gemini, copilot, opencode, cursor',
    });
  });

  it('replaces no plugin of somebody else', async () => {
    const home = write(givenRoom(), { '.config/opencode/plugins/gatebench-guard.js': 'export const Mine = 1;\n' });
    expect((await typed(home, ['install', 'opencode', '--yes'])).error).toContain("is somebody else's plugin");
    expect((await typed(home, ['uninstall', 'opencode', '--yes'])).log).toContain('nothing to change');
  });
});
