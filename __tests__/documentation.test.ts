import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { COMMAND_LINE_VERBS } from '../src/cli/command_line_verbs.js';
import { OPTION_TABLE } from '../src/commands/options/option_table.js';

const pagesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(folder, path));
const sourcesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|yml)$/.test(path))
    .map((path) => join(folder, path));
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...pagesBelow('docs'), ...pagesBelow('examples')];
const read = (page: string) => readFileSync(page, 'utf8');

/** Removes blocks and spans of code, in which nothing is a link or a heading. */
const withoutCode = (text: string) => text.replace(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, '').replace(/`[^`\n]*`/g, 'x');

/** Returns the anchors of a page as GitHub makes them: headings, and explicit ids. */
function anchorsOf(page: string): Set<string> {
  const text = read(page).replace(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, '');
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map((match) => match[1]!));
  for (const [, title] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = title!
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let free = slug;
    for (let count = 1; anchors.has(free); count++) free = `${slug}-${count}`;
    anchors.add(free);
  }
  return anchors;
}

/** Returns the links of a page that lead nowhere. Links to other sites are not followed. */
function brokenLinks(page: string): string[] {
  const targets = [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]!);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(file)) return true;
    return anchor !== undefined && (!file.endsWith('.md') || !anchorsOf(file).has(anchor));
  });
}

describe('documentation', () => {
  it.each(PAGES)('%s has links that exist, with their anchors', (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  it('has the places that messages of the source, of actions and of workflows name', () => {
    const files = ['action.yml', ...sourcesBelow('src'), ...sourcesBelow('docs/workflows')];
    const named = files.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g)].map((match) => [match[1]!, match[2]] as const),
    );
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(([path, anchor]) => {
      const page = join('docs', path);
      return !existsSync(page) || (anchor !== undefined && !anchorsOf(page).has(anchor));
    });
    expect(missing).toEqual([]);
  });

  it('shows files of the example as they are, and the tutorial shows all that a contract needs', () => {
    const shown = PAGES.flatMap((page) =>
      [...read(page).matchAll(/^<!-- file: (\S+) -->\n```\w*\n([\s\S]*?)^```$/gm)].map((match) => ({
        page,
        file: match[1]!,
        text: match[2]!,
      })),
    );
    for (const { file, text } of shown) expect([file, text]).toEqual([file, read(file)]);
    const example = 'examples/first-contract';
    const needed = ['contract.yml', 'golden.patch', 'repo', 'hidden'].flatMap((name) => {
      const path = join(example, name);
      if (!statSync(path).isDirectory()) return [path];
      return readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((file) => join(path, file))
        .filter((file) => statSync(file).isFile());
    });
    const inTutorial = shown.filter(({ page }) => page === 'docs/tutorial.md').map(({ file }) => file);
    expect(inTutorial.sort()).toEqual(needed.sort());
  });

  it('is reached from its map', () => {
    const linksOf = (map: string) =>
      [...read(map).matchAll(/\]\(([^)#]+\.md)/g)].map((match) => join(dirname(map), match[1]!));
    // Decisions have a map of their own.
    const linked = [...linksOf('docs/index.md'), ...linksOf('docs/decisions/README.md')];
    const pages = pagesBelow('docs').filter((page) => page !== 'docs/index.md');
    expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
  });

  it('is short: 35,700 words in all, and 150 for a decision', () => {
    const wordsOf = (page: string) => read(page).split(/\s+/).filter(Boolean).length;
    const pages = PAGES.filter((page) => !page.startsWith('examples/'));
    expect(pages.reduce((sum, page) => sum + wordsOf(page), 0)).toBeLessThanOrEqual(35_700);
    const decisions = pagesBelow('docs/decisions').filter((page) => /\/\d\d-[a-z-]+\.md$/.test(page));
    expect(decisions.length).toBeGreaterThanOrEqual(12);
    expect(decisions.filter((page) => wordsOf(page) > 150)).toEqual([]);
    const dated = decisions.filter((page) => /^# .+\n\n20\d\d-\d\d-\d\d\n\n[\s\S]*\*\*Rejected/.test(read(page)));
    expect(dated).toEqual(decisions);
  });

  it('names the two commands of a clone in the README', () => {
    for (const command of ['npm start', 'npm cit']) expect(read('README.md')).toContain(command);
  });

  it('defines each term of the glossary once, with an anchor', () => {
    const terms = [...read('docs/glossary.md').matchAll(/^- <a id="[a-z-]+"><\/a>\*\*(.+?)\*\*: /gm)].map((match) =>
      match[1]!.toLowerCase(),
    );
    const rows = read('docs/glossary.md')
      .split('\n')
      .filter((line) => line.startsWith('-'));
    expect(terms).toEqual([...new Set(terms)]);
    expect(terms.length).toBe(rows.length);
  });

  it('has the reference of commands as it is made from the verbs', async () => {
    const renderer = join(import.meta.dirname, '../scripts/build/render-command-reference.mjs');
    const { renderCommandReference } = await import(renderer);
    expect(read('docs/reference/commands.md')).toBe(renderCommandReference(COMMAND_LINE_VERBS, OPTION_TABLE));
  });
});
