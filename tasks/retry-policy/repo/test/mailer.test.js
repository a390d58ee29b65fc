import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Mailer } from '../src/index.js';

const failure = (code) => Object.assign(new Error(`SMTP ${code}`), { code });

describe('Mailer', () => {
  it('tries temporary failures again', async () => {
    const codes = { ann: [450], bob: [], eve: [550] };
    const deliver = async (_message, recipient) => {
      const code = codes[recipient].shift();
      if (code) throw failure(code);
    };
    const naps = [];
    const mailer = new Mailer({ deliver }, { sleep: async (ms) => naps.push(ms) });
    const result = await mailer.send({ to: ['ann', 'bob', 'eve'], text: 'hi' });
    assert.deepEqual(result, { sent: ['ann', 'bob'], failed: [{ recipient: 'eve', code: 550, attempts: 1 }] });
    assert.deepEqual(naps, [1000]);
  });

  it('gives up after three attempts', async () => {
    const deliver = async () => {
      throw failure(421);
    };
    const naps = [];
    const mailer = new Mailer({ deliver }, { sleep: async (ms) => naps.push(ms) });
    const result = await mailer.send({ to: ['ann'], text: 'hi' });
    assert.deepEqual(result, { sent: [], failed: [{ recipient: 'ann', code: 421, attempts: 3 }] });
    assert.deepEqual(naps, [1000, 2000]);
  });
});
