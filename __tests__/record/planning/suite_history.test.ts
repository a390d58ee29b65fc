import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendHistoryLine, readHistoryFile } from '../../../src/commands/io/read_history_file.js';
import type { HistoryLine } from '../../../src/record/planning/suite_history.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatebench-history-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (at: string): HistoryLine => ({
  schema: 1,
  suite: 'nightly',
  at,
  commit: null,
  run_url: null,
  harness_versions: ['0.1.0'],
  rubrics: ['1'],
  plan: null,
  arms: [
    {
      arm: 'codex',
      agent: 'codex',
      model: null,
      ablation: 'none',
      role: 'agent',
      identities: ['a'.repeat(64)],
      tasks: [
        { task: 't', version: 'v', runs: 3, successes: 1, failures: 1, undecided: 1, cost_usd: null, wall_ms: 12 },
      ],
    },
  ],
});

describe('a history is appended to and never rewritten', () => {
  it('is empty where there is no file yet, and made with its folder', () => {
    const path = join(folder, 'deep', 'history.jsonl');
    expect(readHistoryFile(path)).toEqual({ lines: [], faults: [] });
    appendHistoryLine(path, line('2026-01-01T00:00:00Z'));
    appendHistoryLine(path, line('2026-01-02T00:00:00Z'));
    expect(readHistoryFile(path)).toEqual({
      lines: [line('2026-01-01T00:00:00Z'), line('2026-01-02T00:00:00Z')],
      faults: [],
    });
  });

  it('names a line that was cut off, at the end and before a later one, and loses no other', () => {
    const path = join(folder, 'history.jsonl');
    appendHistoryLine(path, line('2026-01-01T00:00:00Z'));
    appendFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
    const faults = [{ line: 2, what: 'is not JSON, perhaps cut off' }];
    expect(readHistoryFile(path)).toEqual({ lines: [line('2026-01-01T00:00:00Z')], faults });
    appendHistoryLine(path, line('2026-01-02T00:00:00Z'));
    expect(readHistoryFile(path)).toEqual({
      lines: [line('2026-01-01T00:00:00Z'), line('2026-01-02T00:00:00Z')],
      faults,
    });
  });

  it('names a line that is something else', () => {
    const path = join(folder, 'history.jsonl');
    writeFileSync(path, `\uFEFF${JSON.stringify(line('2026-01-01T00:00:00Z'))}\n{"schema":2}\n\n`);
    const { lines, faults } = readHistoryFile(path);
    expect([lines.length, faults]).toEqual([
      1,
      [{ line: 2, what: 'is no line of a history: schema: Invalid input: expected 1' }],
    ]);
  });

  it('says so in one line when it cannot be written', () => {
    expect(() => appendHistoryLine(folder, line('2026-01-01T00:00:00Z'), 'h')).toThrow(
      'the history h cannot be written',
    );
  });
});
