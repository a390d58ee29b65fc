import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const modules = [
  'src/guard/rules/shipped_rules.json',
  'src/guard/text/shipped_phrases.json',
  'src/guard/effects/services.json',
  'src/guard/vocabulary/vocabulary.json',
  'src/run/redaction/rules/secrets.json',
  'src/run/oracle/expectations/assertions/assertion_words.json',
  'src/language/diagnostics.json',
  'src/project/canaries.json',
  'src/run/oracle/suspicious_signs.json',
  'src/commands/init/setup/tool_features.json',
  'src/record/manifest/package_version.json',
];
const compile = (...options: string[]) =>
  execa(process.execPath, [join(repository, 'scripts/compile-data.mjs'), ...options], { reject: false });

it('the committed modules are what data/ compiles to: else run `node scripts/compile-data.mjs` and commit them', async () => {
  const { exitCode, stdout, stderr } = await compile('--check');
  expect({ exitCode, told: `${stdout}${stderr}` }).toEqual({ exitCode: 0, told: '' });
});

it('every JSON file in src is one of them', () => {
  const files = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.json')).map((name) => `src/${name}`)).toEqual(
    expect.arrayContaining(modules),
  );
  expect(files.filter((name) => name.endsWith('.json'))).toHaveLength(modules.length);
});

describe('a mistake in the data is told with its place', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'gatebench-data-'));
    cpSync(join(repository, 'data'), join(root, 'data'), { recursive: true });
    cpSync(join(repository, 'package.json'), join(root, 'package.json'));
    for (const path of modules) mkdirSync(join(root, dirname(path)), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const change = (path: string, before: string, after: string) => {
    const text = readFileSync(join(root, path), 'utf8');
    expect(text).toContain(before);
    writeFileSync(join(root, path), text.replace(before, after));
  };

  it.each([
    ['data/guard/rules/files.yml', 'category: files', 'categori: files', 'files.yml:5:5  unknown key "categori"'],
    ['data/guard/rules/files.yml', 'severity: catastrophic', 'severity: bad', 'files.yml:6:15  rules.0.severity: '],
    ['data/guard/rules/files.yml', 'id: delete-machine', 'id: git-clean', 'there is a rule "git-clean" already'],
    [
      'data/guard/rules/files.yml',
      '[$rsync-delete-options]',
      '[$rsync]',
      'files.yml:12:44  rules.0.match.2.flags.any.0: there are no words "rsync"',
    ],
    ['data/guard/rules/files.yml', 'rules:', 'rules: [', 'data/guard/rules/files.yml:'],
    ['data/guard/phrases/evasion.yml', 'verbs:', 'verb:', 'data/guard/phrases/evasion.yml:9:9  unknown key "verb"'],
    [
      'data/guard/order.yml',
      '  - files\n',
      '',
      'data/guard/order.yml:5:3  rules: data/guard/rules/files.yml has no place',
    ],
    ['data/guard/order.yml', '  - files\n', '  - filez\n', 'there is no data/guard/rules/filez.yml'],
    ['data/guard/vocabulary/programs.yml', 'of: [nice]', 'of: [env]', '"env" has two rows'],
    ['data/secrets.yml', 'SG\\.[', 'SG\\.([', 'must be a regular expression'],
  ])('%s: %j → %j', async (path, before, after, told) => {
    change(path, before, after);
    const { exitCode, stderr } = await compile('--root', root);
    expect(stderr).toContain(told);
    expect(exitCode).toBe(1);
  });

  it('a module that differs is named, and so is the command', async () => {
    expect((await compile('--root', root)).stdout.split('\n').sort()).toEqual(
      modules.map((path) => `${path} is written`).sort(),
    );
    change('data/guard/services.yml', 'sshd', 'sshe');
    const { exitCode, stdout, stderr } = await compile('--root', root, '--check');
    expect(stdout).toContain('src/guard/effects/services.json differs from data/');
    expect(stderr).toBe('compile-data: run `node scripts/compile-data.mjs` and commit what it writes');
    expect(exitCode).toBe(1);
  });
});
