// Needs: nothing
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../../src/cli/run_command_line.js';
import { UserError } from '../../../src/contract/input/user_error.js';

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

describe('schema rubric', () => {
  it('prints the form, which is sane, and says what is wrong about one that was changed', async () => {
    const printed = await say('schema', 'rubric');
    expect(printed.code).toBe(0);
    writeFileSync(join(room, 'form.csv'), `${printed.text}\n`);
    expect(await say('schema', 'rubric', 'form.csv')).toMatchObject({
      code: 0,
      text: expect.stringContaining('form.csv: sane'),
    });
    const form = readFileSync(join(room, 'form.csv'), 'utf8');
    writeFileSync(join(room, 'bad.csv'), form.replace(',0.4,', ',0.6,'));
    expect(await say('schema', 'rubric', 'bad.csv')).toMatchObject({
      code: 1,
      text: expect.stringContaining('fault  weights-sum: they sum to 1.2, not 1'),
    });
    expect((await say('schema', 'rubric', 'none.csv')).code).toBe('none.csv cannot be read (ENOENT)');
  });
});
