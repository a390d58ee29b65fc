import { openTimeLimit } from '../../../src/commands/init/open_time_limit.js';

it('aborts when its time is over', async () => {
  const { signal, close } = openTimeLimit(new AbortController().signal, 1);
  await new Promise((resume) => signal.addEventListener('abort', resume));
  close();
  expect(signal.aborted).toBe(true);
});

it('aborts with the other signal, before and after it was opened, and not after it was closed', () => {
  const other = new AbortController();
  const open = openTimeLimit(other.signal, Number.POSITIVE_INFINITY);
  const closed = openTimeLimit(other.signal, Number.POSITIVE_INFINITY);
  closed.close();
  other.abort();
  const late = openTimeLimit(other.signal, Number.POSITIVE_INFINITY);
  expect([open, closed, late].map(({ signal }) => signal.aborted)).toEqual([true, false, true]);
  open.close();
  late.close();
});
