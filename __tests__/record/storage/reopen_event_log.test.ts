import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { EventLog } from '../../../src/record/storage/event_log.js';
import { verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

/** Creates a closed log with these notes; the last ones in a stage. */
function givenLog(...texts: string[]): string {
  const path = join(givenRoom(), 'events.jsonl');
  const log = new EventLog(path, () => 1_000);
  log.append('note', 'harness', { text: 'first' });
  log.enterStage('write');
  for (const text of texts) log.append('note', 'agent', { text });
  log.close();
  return path;
}
const bytes = (path: string) => readFileSync(path);
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return error;
  }
};

describe('a log that another process left', () => {
  it('is gone on with: sequence, time, stage and chain', () => {
    const path = givenLog('one', 'zwei € 🙂');
    const log = EventLog.reopen(path, () => 500);
    const next = log.append('note', 'agent', { text: 'after' });
    expect(next).toMatchObject({ seq: 4, t: 1_004, stage: 'write' });
    log.close();
    expect(verifyHashChain(bytes(path).toString())).toEqual({
      events: log.events,
      faults: [],
      torn: false,
      head: next.hash,
    });
  });

  it('loses, cut at any byte, the unfinished line and nothing else', () => {
    const path = givenLog('zwei € 🙂', 'last');
    const all = bytes(path);
    const events = verifyHashChain(all.toString()).events;
    for (let length = 0; length <= all.length; length++) {
      writeFileSync(path, all.subarray(0, length));
      const whole = all.subarray(0, length).filter((byte) => byte === 0x0a).length;
      const log = EventLog.reopen(path, () => 0);
      expect(log.events).toEqual(events.slice(0, whole));
      log.append('note', 'harness', { text: 'goes on' });
      log.close();
      expect(verifyHashChain(bytes(path).toString())).toMatchObject({ faults: [], torn: false });
    }
  });

  it('is refused where it was changed, with the line and what is wrong, and left as it is', () => {
    const path = givenLog('one', 'two');
    const lines = bytes(path).toString().trimEnd().split('\n');
    const edited = `${lines.join('\n')}\n`;
    const cases: [changed: Buffer, message: string][] = [
      [Buffer.from(edited.replace('"one"', '"1ne"')), ':3:1  was edited: its hash is not that of its content'],
      [Buffer.from(edited.replace(`${lines[1]}\n`, '')), ':2:1  has sequence number 2, expected 1 (and 2 more)'],
      [Buffer.from(edited.replace(lines[1]!, '{')), ':2:1  is not JSON (and 1 more)'],
      [Buffer.from(edited.replace('two', 'tw\xf6'), 'latin1'), '  holds bytes that are no UTF-8: it was edited'],
    ];
    for (const [changed, message] of cases) {
      writeFileSync(path, changed);
      const error = thrownBy(() => EventLog.reopen(path, () => 0));
      expect(error).toBeInstanceOf(UserError);
      expect((error as UserError).message).toBe(`${path}${message}`);
      expect(bytes(path)).toEqual(changed);
    }
  });

  it('is refused where it is sealed, a link, a folder, or not there', () => {
    const sealed = givenLog();
    const log = EventLog.reopen(sealed, () => 0);
    log.append('sealed', 'harness', { report_sha256: 'a'.repeat(64), events: 3 });
    log.close();
    const room = givenRoom();
    symlinkSync(givenLog(), join(room, 'link'));
    mkdirSync(join(room, 'folder'));
    expect(
      [sealed, join(room, 'link'), join(room, 'folder'), join(room, 'absent')].map((path) => {
        const error = thrownBy(() => EventLog.reopen(path, () => 0));
        return error instanceof UserError ? error.message.split('  ')[1] : error;
      }),
    ).toEqual([
      'is sealed: nothing more can happen in it',
      'cannot be opened (it is a link)',
      'cannot be opened (EISDIR)',
      'cannot be opened (ENOENT)',
    ]);
  });

  it('is empty where the process was gone before its first line', () => {
    const path = givenLog();
    truncateSync(path, 0);
    const log = EventLog.reopen(path, () => 7);
    expect(log.append('note', 'harness', { text: 'first' })).toMatchObject({ seq: 0, t: 7, stage: null });
    log.close();
  });
});
