import { createStageWaitTracker } from '../../../src/commands/io/create_stage_wait_tracker.js';

describe('what attempts are busy with', () => {
  it('is said of those that have been in one stage for five seconds, and of no other', () => {
    let now = 0;
    const waiting = createStageWaitTracker(() => now);
    waiting.enter('slow', 'snapshot');
    waiting.enter('done', 'setup');
    now = 5_000;
    waiting.enter('slow', 'setup');
    waiting.enter('quick', 'evaluation');
    waiting.leave('done');
    now = 9_999;
    expect(waiting.formatLines()).toEqual([]);
    now = 15_500;
    waiting.enter('quick', 'packaging');
    expect(waiting.formatLines()).toEqual(['… slow · setup · 10 s so far']);
  });
});
