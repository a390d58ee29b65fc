import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedContract } from '../../../src/contract/loaded_contract.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { searchHiddenContent } from '../../../src/run/validation/search_hidden_content.js';
import type { Layer } from '../../../src/workspace/layer.js';
import { cleanUp, type GivenFiles, givenRoom, write } from '../../given.js';
import { newFile } from '../../given_task.js';

afterAll(cleanUp);

const LINES = Array.from({ length: 20 }, (_, i) => `expect(compute(${i})).toBe(${i * i}); // case ${i}`);
const TEST = `${LINES.join('\n')}\n`;
const GOLDEN = newFile('src/new.js', `${LINES.map((line) => line.replace('expect', 'answer')).join('\n')}\n`);

async function search(files: GivenFiles, hidden: Record<string, string> = { 'hidden/a.test.js': TEST }) {
  const tree_path = write(join(givenRoom(), 'tree'), files);
  symlinkSync('/', join(tree_path, 'everything'));
  const loaded = {
    golden: Buffer.from(GOLDEN),
    oracle_files: Object.entries(hidden).map(([path, content]) => ({
      path,
      content: Buffer.from(content),
      executable: false,
      sha256: sha256(content),
    })),
  } as unknown as LoadedContract;
  return searchHiddenContent(loaded, { tree_path } as Layer);
}

describe('the search of the workspace for what is hidden', () => {
  it.each<[string, GivenFiles, string[]]>([
    ['nothing', { 'src/a.js': 'ordinary\n', 'test/a.test.js': `${LINES.slice(0, 5).join('\n')}\n` }, []],
    [
      'a copy, whatever its name',
      { 'node_modules/x/.cache/1': TEST },
      ['node_modules/x/.cache/1 same-file hidden/a.test.js'],
    ],
    ['the golden patch', { 'deep/er/x': GOLDEN }, ['deep/er/x same-file the golden patch']],
    [
      'most of its lines',
      { 'old/a.js': `intro();\n  ${LINES.slice(2).join('\n  ')}\n` },
      ['old/a.js same-lines hidden/a.test.js'],
    ],
    [
      'the code that golden adds',
      { 'lib/new.js': `${LINES.map((line) => line.replace('expect', 'answer')).join('\n')}\n` },
      ['lib/new.js same-lines the golden patch'],
    ],
    ['the file at the very place where it is laid, which is public', { 'hidden/a.test.js': TEST }, []],
  ])('finds %s', async (_, files, expected) => {
    const { found, complete } = await search(files);
    expect([found.map(({ path, how, what }) => `${path} ${how} ${what}`), complete]).toEqual([expected, true]);
  });

  it('says how many files it saw and which it passed over, follows no link, and takes short files for common', async () => {
    const files = { a: 'x\n', 'b/c': 'y\n', big: Buffer.alloc(5 * 2 ** 20) };
    expect(await search(files, { 'hidden/x': 'x\n' })).toEqual({ found: [], files: 2, passed_over: 1, complete: true });
  });
});
