import { decideOperation } from '../../../../src/run/coordination/state/decide_operation.js';
import {
  advanceTime,
  applyTransition,
  createSharedState,
} from '../../../../src/run/coordination/state/shared_state.js';
import { order, settings } from '../given_coordinator.js';

describe('a decision', () => {
  it('changes nothing: asked twice, the answer is the same, until it is applied', () => {
    const state = createSharedState();
    const asked = { ...order('ada', 'acquire_lock', { path: 'a' }), now_ms: 5 };
    const first = decideOperation(state, asked, settings());
    expect(decideOperation(state, asked, settings())).toEqual(first);
    applyTransition(state, first.transition!);
    expect(decideOperation(state, asked, settings()).answer).toMatchObject({ result: { count: 2 } });
  });

  it('is never of a time before what was decided already', () => {
    const state = createSharedState();
    advanceTime(state, 100);
    const { transition } = decideOperation(
      state,
      { ...order('ada', 'acquire_lock', { path: 'a' }), now_ms: 50 },
      settings(),
    );
    expect(transition).toMatchObject({ at_ms: 100, expires_ms: 600_100 });
  });

  it('is of the arguments alone: names that the language knows are names like others', () => {
    const state = createSharedState();
    const all = settings({ agents: ['constructor', '__proto__'] });
    for (const [operation, given] of [
      ['acquire_lock', { path: '__proto__/constructor' }],
      ['submit_work', { id: 'constructor', title: 't' }],
      ['remember', { text: 'constructor toString', tags: ['__proto__'], key: '__proto__' }],
      ['write_handoff', { to: 'constructor', summary: 's' }],
    ] as const) {
      const { answer, transition } = decideOperation(
        state,
        { ...order('__proto__', operation, given), now_ms: 1 },
        all,
      );
      expect([operation, answer.outcome]).toEqual([operation, 'done']);
      applyTransition(state, transition!);
    }
    const recalled = decideOperation(
      state,
      { ...order('constructor', 'recall', { tags: ['__proto__'] }), now_ms: 2 },
      all,
    );
    expect(recalled.answer).toMatchObject({ result: { found: [{ key: '__proto__', by: '__proto__' }] } });
  });
});
