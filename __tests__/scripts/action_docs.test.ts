import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { parse } from 'yaml';
import { ACTION_INPUT_NAMES } from '../../src/action/action_inputs.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
const docs = (...args: string[]) =>
  execa(process.execPath, [join(root, 'scripts/action-docs.mjs'), ...args], { reject: false, all: true });

const EMPTY = '# x\n\n<!-- inputs -->\n<!-- /inputs -->\n\ntext\n\n<!-- outputs -->\nold\n<!-- /outputs -->\nend\n';

describe('the tables of inputs and outputs in the README come from action.yml', () => {
  let folder: string;
  let readme: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatebench-docs-'));
    readme = join(folder, 'README.md');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('lists every input of the schema and every output, and leaves the rest of the text alone', async () => {
    await writeFile(readme, EMPTY);
    expect((await docs('--check', '--readme', readme)).exitCode).toBe(1);
    expect((await docs('--readme', readme)).exitCode).toBe(0);
    const text = await readFile(readme, 'utf8');
    const names = [...text.matchAll(/^\| `([a-z-]+)` \|/gm)].map((match) => match[1]);
    expect(names).toEqual([...ACTION_INPUT_NAMES, ...Object.keys(action.outputs)]);
    expect(text.replace(/^\|.*\n/gm, '')).toBe(EMPTY.replace('old\n', ''));
    expect((await docs('--check', '--readme', readme)).exitCode).toBe(0);
  });

  it('says what is missing when there is no place for the tables', async () => {
    await writeFile(readme, '# x\n');
    const { exitCode, all } = await docs('--readme', readme);
    expect([exitCode, all]).toEqual([1, `${readme}: has no <!-- inputs -->…<!-- /inputs --> markers`]);
  });

  it('holds for the README of this repository, where there is one', async () => {
    if (!existsSync(join(root, 'README.md'))) return;
    const { all } = await docs('--check');
    expect(all).toBe('README.md is up to date with action.yml');
  });
});
