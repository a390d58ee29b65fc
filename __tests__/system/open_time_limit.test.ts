import { getMaxListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openTimeLimit, withTimeLimit } from '../../src/system/open_time_limit.js';

it('aborts when its time is over', async () => {
  const { signal, isOver, close } = openTimeLimit(new AbortController().signal, 1);
  await new Promise((resume) => signal.addEventListener('abort', resume));
  close();
  expect([signal.aborted, isOver()]).toEqual([true, true]);
});

it('aborts with the other signal, before and after it was opened, and not after it was closed', () => {
  const other = new AbortController();
  const open = openTimeLimit(other.signal, Number.POSITIVE_INFINITY);
  const closed = openTimeLimit(other.signal, Number.POSITIVE_INFINITY);
  closed.close();
  other.abort();
  const late = openTimeLimit(other.signal, Number.POSITIVE_INFINITY);
  expect([open, closed, late].map(({ signal }) => signal.aborted)).toEqual([true, false, true]);
  expect([open, late].map(({ isOver }) => isOver())).toEqual([false, false]);
  open.close();
  late.close();
});

it('ends what waits for it, also after a garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const other = new AbortController();
  const wait = (signal: AbortSignal) =>
    new Promise<string>((resolve) => {
      signal.addEventListener('abort', () => resolve((signal.reason as Error).name));
      setImmediate(collect);
    });
  expect(await withTimeLimit(other.signal, 50, wait)).toBe('TimeoutError');
  setImmediate(() => other.abort(new Error('interrupted')));
  expect(await withTimeLimit(other.signal, 60_000, wait)).toBe('Error');
});

it('may wait for one signal many times at once: Node would warn of ten as of a leak', () => {
  const other = new AbortController();
  const limits = Array.from({ length: 50 }, () => openTimeLimit(other.signal, 60_000));
  expect(getMaxListeners(other.signal)).toBe(Number.POSITIVE_INFINITY);
  other.abort();
  expect(limits.filter(({ signal }) => !signal.aborted)).toEqual([]);
  for (const { close } of limits) close();
});
