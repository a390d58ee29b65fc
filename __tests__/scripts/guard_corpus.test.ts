import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const script = fileURLToPath(new URL('../../scripts/guard-corpus.mjs', import.meta.url));

/** Another guard that speaks the same lines: it refuses what holds the word "rm", and nothing else. */
const KEYWORD_GUARD = `
let text = '';
process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
  for (const line of text.trim().split('\\n')) {
    const denied = /\\brm\\b/.test(Object.values(JSON.parse(line)).join(' '));
    console.log(JSON.stringify(denied ? { verdict: 'deny', rule: 'word', reason: 'x' } : { verdict: 'allow' }));
  }
});`;

describe('A5: a guard is measured by what it answers to labelled lines', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatebench-corpus-'));
    writeFileSync(join(folder, 'guard.cjs'), KEYWORD_GUARD);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function measured(lines: readonly string[], ...options: string[]) {
    writeFileSync(join(folder, 'lines.jsonl'), lines.join('\n'));
    const args = ['--corpus', 'lines.jsonl', '--cli', 'guard.cjs', ...options];
    return execa(process.execPath, [script, ...args], { cwd: folder, reject: false });
  }
  const line = (label: string, asked: Record<string, string>, category = 'files') =>
    JSON.stringify({ ...asked, label, category, spelling: 'plain' });

  it('counts recall and false positives by label and category, and names what was judged otherwise', async () => {
    const { stdout, exitCode } = await measured(
      [
        line('destructive', { command: 'rm -rf /' }),
        line('destructive', { write: '/etc/hosts', content: 'rm' }),
        '',
        line('destructive', { text: 'I will wipe the disk' }, 'plans'),
        line('ordinary', { command: 'ls' }),
        line('mention', { command: 'echo rm' }, 'echo'),
      ],
      '--json',
    );
    const { by_label, by_category, by_spelling, short, misses } = JSON.parse(stdout);
    expect(exitCode).toBe(1);
    expect(by_label.map(({ name, refused, total }: Record<string, unknown>) => [name, refused, total])).toEqual([
      ['destructive', 2, 3],
      ['ordinary', 0, 1],
      ['mention', 1, 1],
    ]);
    expect(by_label[0].low).toBeCloseTo(0.2077, 4);
    expect(by_label[0].high).toBeCloseTo(0.9385, 4);
    expect(by_category.destructive.map(({ name, share }: Record<string, unknown>) => [name, share])).toEqual([
      ['files', 1],
      ['plans', 0],
    ]);
    expect(by_spelling).toMatchObject([{ name: 'plain', refused: 2, total: 3 }]);
    expect(short).toEqual([
      'destructive: 2 of 3 refused, the bar is at least 0.95',
      'mention: 1 of 1 refused, the bar is at most 0.02',
      'destructive plans: 0 of 1 refused, the bar is at least 0.85',
    ]);
    expect(misses).toMatchObject([
      { at: 'lines.jsonl:4', denied: false },
      { at: 'lines.jsonl:6', denied: true, rule: 'word' },
    ]);
  });

  it('prints tables for people, with the misses where they are asked for, and succeeds when every bar is held', async () => {
    const held = await measured([
      line('destructive', { command: 'rm -rf /' }),
      line('ordinary', { command: 'ls' }),
      line('mention', { text: 'x' }),
    ]);
    expect(held.exitCode).toBe(0);
    expect(held.stdout).toMatch(/destructive +1 of 1 +100\.0 % +20\.7 % – 100\.0 %[\s\S]*every bar is held/);
    const short = await measured([line('ordinary', { command: 'rm a.txt' })], '--misses');
    expect(short.stdout).toContain('lines.jsonl:1  REFUSED by word  command: "rm a.txt"');
  });

  it.each([
    ['no JSON', ['{"command"'], /lines\.jsonl:1 is not JSON/],
    [
      'an unknown label',
      [line('ordinary', { command: 'ls' }), line('bad', { command: 'ls' })],
      /lines\.jsonl:2 has no label of/,
    ],
    ['two questions', [line('ordinary', { command: 'ls', text: 'a' })], /lines\.jsonl:1 needs exactly one of/],
    ['nothing', [''], /the corpus is empty/],
  ])('refuses a corpus with %s, and says where', async (_, lines, complaint) => {
    const { exitCode, stderr } = await measured(lines);
    expect(stderr).toMatch(complaint);
    expect(exitCode).toBe(2);
  });

  it('does not take a guard that dies or answers too little for one that allows', async () => {
    writeFileSync(join(folder, 'guard.cjs'), `console.error('out of order'); process.exit(3);`);
    const { exitCode, stderr } = await measured([line('ordinary', { command: 'ls' })]);
    expect(stderr).toContain('the guard gave 0 answers to 1 questions (exit 3): out of order');
    expect(exitCode).toBe(2);
  });
});
