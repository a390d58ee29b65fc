import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'yaml';
import { ACTION_INPUT_TABLE } from '../../src/action/action_input_table.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const docs = (...args: string[]) =>
  execa(process.execPath, [join(root, 'scripts/action-docs.mjs'), ...args], { reject: false, all: true });

const EMPTY = '# x\n\n<!-- inputs -->\n<!-- /inputs -->\n\ntext\n\n<!-- outputs -->\nold\n<!-- /outputs -->\nend\n';

describe('the tables of inputs and outputs come from action.yml, in its groups', () => {
  let folder: string;
  let page: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatebench-docs-'));
    page = join(folder, 'action.md');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lists every input of the schema and every output, and leaves the rest of the text alone', async () => {
    await writeFile(page, EMPTY);
    expect((await docs('--check', '--page', page)).exitCode).toBe(1);
    expect((await docs('--page', page)).exitCode).toBe(0);
    const text = await readFile(page, 'utf8');
    const names = [...text.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
    expect(names).toEqual([...Object.keys(ACTION_INPUT_TABLE), ...Object.keys(action.outputs)]);
    const titles = [...text.matchAll(/^### (.*)$/gm)].map((match) => match[1]);
    expect(titles).toEqual([
      'First',
      'What is run, and what decides',
      'Models and sandbox',
      'Check run, comment and report',
      'Several jobs, and comparisons',
      'Every report',
      'Files and links',
      'Of `plan`',
      'Of `report` and `compare`',
    ]);
    expect(text.slice(0, text.indexOf(titles[1]!)).match(/^\| `/gm)).toHaveLength(3);
    expect(text.replace(/^(?:\||###).*\n/gm, '').replaceAll(/\n{2,}/g, '\n')).toBe(
      EMPTY.replace('old\n', '').replaceAll(/\n{2,}/g, '\n'),
    );
    expect((await docs('--check', '--page', page)).exitCode).toBe(0);
  });

  it('says what is missing when there is no place for the tables', async () => {
    await writeFile(page, '# x\n');
    const { exitCode, all } = await docs('--page', page);
    expect([exitCode, all]).toEqual([1, `${page}: has no <!-- inputs -->…<!-- /inputs --> markers`]);
  });

  it('holds for the page of this repository', async () => {
    const { all } = await docs('--check');
    expect(all).toBe('docs/reference/action.md is up to date with action.yml');
  });
});
