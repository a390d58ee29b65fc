import { createSettingsMatcher } from '../../../src/workspace/settings/read_agent_settings.js';
import { type RevisionFile, resolveSettingsLinks } from '../../../src/workspace/settings/resolve_settings_links.js';

/** Files of a revision; a text that begins with "->" is the target of a link. */
function resolve(texts: Record<string, string>, excluded: string[] = []): Record<string, string> {
  const all = Object.entries(texts).map(
    ([path, text]): RevisionFile => ({ path, blob: path, size: 1, mode: text.startsWith('->') ? '120000' : '100644' }),
  );
  const isSettings = createSettingsMatcher([]);
  const isExcluded = (path: string) => excluded.some((folder) => path.startsWith(`${folder}/`));
  const own = all.filter(({ path }) => isSettings(path) && !isExcluded(path));
  const laid = resolveSettingsLinks(own, all, ({ path }) => texts[path]!.slice(2), isSettings, isExcluded);
  return Object.fromEntries(laid.map(({ path, blob, mode }) => [path, `${mode} ${blob}`]));
}

describe('a link among settings', () => {
  it('stays where it leads to another setting, nowhere, or out', () => {
    const texts = {
      'AGENTS.md': 'x',
      'CLAUDE.md': '->AGENTS.md',
      'GEMINI.md': '->nowhere',
      'QWEN.md': '->../out',
      'a/AGENTS.md': '->/etc/passwd',
    };
    expect(resolve(texts)).toEqual({
      'AGENTS.md': '100644 AGENTS.md',
      'CLAUDE.md': '120000 CLAUDE.md',
      'GEMINI.md': '120000 GEMINI.md',
      'QWEN.md': '120000 QWEN.md',
      'a/AGENTS.md': '120000 a/AGENTS.md',
    });
  });

  it('becomes the file, or the files of the folder, that it leads to, also over other links', () => {
    const texts = {
      'AGENTS.md': '->docs/a.md',
      'docs/a.md': '->b.md',
      'docs/b.md': 'x',
      '.claude': '->docs',
      'sub/CLAUDE.md': '->../docs/b.md',
    };
    expect(resolve(texts)).toEqual({
      'AGENTS.md': '100644 docs/b.md',
      '.claude/b.md': '100644 docs/b.md',
      'sub/CLAUDE.md': '100644 docs/b.md',
    });
  });

  it('never brings a file of a contract', () => {
    const texts = { 'AGENTS.md': '->tasks/one/hidden/check.sh', 'tasks/one/hidden/check.sh': 'x' };
    expect(resolve(texts, ['tasks/one'])).toEqual({ 'AGENTS.md': '120000 AGENTS.md' });
  });

  it('ends in a circle, and is refused where no file system takes it', () => {
    expect(resolve({ 'AGENTS.md': '->CLAUDE.md', 'CLAUDE.md': '->AGENTS.md' })).toEqual({
      'AGENTS.md': '120000 AGENTS.md',
      'CLAUDE.md': '120000 CLAUDE.md',
    });
    for (const target of ['', 'x'.repeat(5000), 'a\0b'])
      expect(() => resolve({ 'AGENTS.md': `->${target}` })).toThrow('AGENTS.md: the link has a target');
  });
});
