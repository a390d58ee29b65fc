import { scoreAttempt } from '../../../../src/judge/rubric/score_attempt.js';
import { itInFull } from '../../../extent.js';
import { byGateway, exchanged, paid, prompted, responded } from '../given_exchanges.js';
import { givenRecord, type Said } from '../given_record.js';

const judged = (...more: Said[]) => {
  const { status, reason } = scoreAttempt(givenRecord({ manifest: byGateway, more }));
  return `${status} ${reason}`.trim();
};
const incomplete = (what: string) => `invalid incomplete-evidence: ${what}`;
const asked = (exchange: number): Said => ({
  type: 'tool_invocation',
  actor: 'agent',
  payload: {
    tool: 'bash',
    arguments: {},
    summary: '',
    asked: { conversation: 1, exchange, call_id: 'c', result: null },
  },
});

// Holds R7
describe('an attempt whose traffic with models is not whole says nothing of its agent', () => {
  it('holds when all of it is there', () => {
    const unread = responded(3, { conversation: null, outcome: 'refused', usage: null });
    const free = [prompted(4, { history: { of: 2, kept: 2 } }), responded(4, { outcome: 'error', usage: null })];
    expect(judged(...exchanged(1), ...exchanged(2), unread, ...free, asked(2))).toBe('success');
    expect(judged()).toBe('success');
  });

  it.each<[string, Said[], string]>([
    ['a prompt without what came of it', [prompted(1)], 'exchange 1 with a model: what came of it is not recorded'],
    [
      'an answer that nobody asked for',
      [responded(1), paid(1)],
      'exchange 1 with a model: what was asked is not recorded',
    ],
    ['a usage that nobody paid', [prompted(1), responded(1)], 'exchange 1 with a model: what it cost is not recorded'],
    [
      'a cost of nothing',
      [prompted(1), responded(1, { usage: null }), paid(1)],
      'exchange 1 with a model: it has a cost, but used nothing',
    ],
    [
      'a cost of something else',
      [prompted(1), responded(1), paid(1, { quantity: 1 })],
      'exchange 1 with a model: its cost is of another usage',
    ],
    ['a number that was passed over', exchanged(2), 'exchange 2 with a model where 1 is expected'],
    [
      'an answer before its question',
      [responded(1), prompted(1), paid(1)],
      'exchange 1 with a model: the response comes before the prompt',
    ],
    [
      'an answer of another conversation',
      [prompted(1), responded(1, { conversation: 2 }), paid(1)],
      'exchange 1 with a model: the response is of another conversation',
    ],
    ['something twice', [...exchanged(1), paid(1)], 'an exchange with a model is recorded twice'],
    ['a call out of nowhere', [...exchanged(1), asked(2)], 'no response asks for the call c'],
    [
      'a history that keeps more than there is',
      [...exchanged(1), prompted(2, { history: { of: 1, kept: 2 } }), responded(2), paid(2)],
      'the history of exchange 2 cannot be put together: it keeps 2 of 1 messages',
    ],
    [
      'a history that goes on from itself',
      [prompted(1, { history: { of: 1, kept: 0 } }), responded(1), paid(1)],
      'the history of exchange 1 cannot be put together: there is no prompt 1 before it',
    ],
  ])('invalid: %s', (_, events, what) => {
    expect(judged(...events)).toContain(incomplete(what));
  });

  it('also where the manifest names no way to a model', () => {
    const { status, reason } = scoreAttempt(givenRecord({ more: exchanged(1) }));
    expect(`${status} ${reason}`).toBe(incomplete('a model was asked, but the manifest names no way to one'));
  });

  it('stands beside an interruption as its reason', () => {
    const stop: Said = {
      type: 'termination',
      payload: { code: 'signal', rationale: 'SIGINT', evidence_seq: null },
    };
    expect(judged(prompted(1), stop)).toBe('invalid interrupted: SIGINT');
  });
});

describe('long traffic', () => {
  itInFull('is judged in one pass', () => {
    const all = Array.from({ length: 3_000 }, (_, i) => exchanged(i + 1)).flat();
    expect(judged(...all)).toBe('success');
  });
});
