// Needs: nothing
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';
import { defaultWeights } from '../../../src/judge/rubric/scores/default_weights.js';

const room = mkdtempSync(join(tmpdir(), 'gatebench-rubric-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

async function say(...argv: string[]) {
  const lines: string[] = [];
  const streams = {
    signal: new AbortController().signal,
    log: (text: string) => lines.push(text),
    error: (text: string) => lines.push(text),
    terminal: { columns: 120, colour: false },
  };
  try {
    const code = await runCommandLine(argv, streams, { cwd: room, search_path: '', user: 'tester' });
    return { code, text: lines.join('\n') };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { code: error.message, text: lines.join('\n') };
  }
}

describe('rubric', () => {
  it('shows gates and weights in force, on the terminal and as a page that asks nobody', async () => {
    const { code, text } = await say('rubric', 'show', '--html', 'rubric.html');
    expect(code).toBe(0);
    for (const [name, weight] of Object.entries(defaultWeights.graded)) {
      expect(text).toContain(`q_${name}`);
      expect(text).toContain(String(weight));
    }
    const page = readFileSync(join(room, 'rubric.html'), 'utf8');
    for (const part of ['<svg', 'G1 patch validity', 'q_maintainability', 'must pass']) expect(page).toContain(part);
    expect(page).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  });

  it('writes the form, which is sane, and says what is wrong about one that was changed', async () => {
    expect((await say('rubric', 'template', '--out', 'form.csv')).code).toBe(0);
    expect(await say('rubric', 'check', 'form.csv')).toMatchObject({
      code: 0,
      text: expect.stringContaining('form.csv: sane'),
    });
    const form = readFileSync(join(room, 'form.csv'), 'utf8');
    writeFileSync(join(room, 'bad.csv'), form.replace(',0.4,', ',0.6,'));
    expect(await say('rubric', 'check', 'bad.csv')).toMatchObject({
      code: 1,
      text: expect.stringContaining('fault  weights-sum: they sum to 1.2, not 1'),
    });
    expect((await say('rubric', 'check', 'none.csv')).code).toBe('none.csv cannot be read (ENOENT)');
  });
});
