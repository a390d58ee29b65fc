import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Event } from '../../../src/record/events/event.js';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { EventLog } from '../../../src/record/storage/event_log.js';
import { GENESIS_HASH, verifyHashChain } from '../../../src/record/storage/verify_hash_chain.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);
const newLog = (clock: () => number = () => 0) => {
  const path = join(givenRoom(), 'events.jsonl');
  return { path, log: new EventLog(path, clock) };
};
const text = (path: string) => readFileSync(path, 'utf8');

describe('the event log', () => {
  it('tells every listener of every event in log order, also of what a listener appends, until it ends', () => {
    const { log } = newLog();
    const heard: string[] = [];
    const said = (event: Event) => (event.type === 'note' ? event.payload.text : event.type);
    const end = log.listen((event) => {
      heard.push(`first ${said(event)}`);
      if (said(event) === 'a') log.append('note', 'monitor', { text: 'b' });
    });
    log.listen((event) => heard.push(`second ${said(event)}`));
    log.append('note', 'agent', { text: 'a' });
    end();
    log.append('note', 'agent', { text: 'c' });
    expect(heard).toEqual(['first a', 'second a', 'first b', 'second b', 'second c']);
  });

  it('has every event on disk, as one canonical line, before `append` returns', () => {
    const { path, log } = newLog(() => 7.6);
    const seen: Event[] = [];
    log.listen((event) => {
      expect(text(path).endsWith(`${toCanonicalJson(event)}\n`)).toBe(true);
      seen.push(event);
    });
    const first = log.append('note', 'harness', { text: 'one' });
    expect(text(path)).toBe(`${toCanonicalJson(first)}\n`);
    log.enterStage('setup', 'why');
    const third = log.append('note', 'agent', { text: 'two\nlines' });
    expect(text(path).split('\n')).toHaveLength(4);
    expect(seen).toEqual(log.events);
    expect(log.events.map(({ seq, t, stage, prev }) => ({ seq, t, stage, prev }))).toEqual([
      { seq: 0, t: 8, stage: null, prev: GENESIS_HASH },
      { seq: 1, t: 9, stage: 'setup', prev: first.hash },
      { seq: 2, t: 10, stage: 'setup', prev: log.events[1]!.hash },
    ]);
    expect(log.head).toBe(third.hash);
    log.close();
    expect(verifyHashChain(text(path))).toEqual({ events: log.events, faults: [], torn: false, head: log.head });
  });

  it('has strictly increasing times whatever the clock does, and any text in it survives', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(10), fc.oneof(fc.string(), fc.string({ unit: 'binary' }))), { maxLength: 12 }),
        (steps) => {
          let at = 0;
          const { path, log } = newLog(() => steps[at]?.[0] ?? 0);
          for (; at < steps.length; at++) log.append('note', 'harness', { text: steps[at]![1] });
          log.close();
          const { events, faults, torn } = verifyHashChain(text(path));
          expect([faults, torn]).toEqual([[], false]);
          expect(events.map((event) => event.type === 'note' && event.payload.text)).toEqual(
            steps.map(([, said]) => said),
          );
          events.forEach((event, i) => {
            if (i > 0) expect(event.t).toBeGreaterThan(events[i - 1]!.t);
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('refuses to overwrite or to continue a log that is there', () => {
    const { path, log } = newLog();
    log.append('note', 'harness', { text: 'one' });
    log.close();
    const before = text(path);
    expect(() => new EventLog(path, () => 0)).toThrow('EEXIST');
    expect(text(path)).toBe(before);
    const link = join(givenRoom(), 'events.jsonl');
    symlinkSync(path, link);
    expect(() => new EventLog(link, () => 0)).toThrow('EEXIST');
  });

  it('leaves out what is undefined, as the disk does', () => {
    const { path, log } = newLog();
    log.append('stage_changed', 'harness', { from: null, to: 'setup', detail: undefined });
    log.close();
    expect(verifyHashChain(text(path)).faults).toEqual([]);
  });

  it('says nothing of an event that could not be written: head and events are those on disk', () => {
    const { path, log } = newLog();
    log.append('note', 'harness', { text: 'one' });
    log.close();
    expect(() => log.append('note', 'harness', { text: 'two' })).toThrow('EBADF');
    expect(verifyHashChain(text(path))).toEqual({ events: log.events, faults: [], torn: false, head: log.head });
  });
});
