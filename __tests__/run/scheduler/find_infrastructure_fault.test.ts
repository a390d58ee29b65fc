import type { Event } from '../../../src/record/events/event.js';
import type { AttemptReport } from '../../../src/record/verdict/attempt_result.js';
import { findInfrastructureFault } from '../../../src/run/scheduler/find_reusable_record.js';

const report = (status: string, tags: string[]) =>
  ({ verdict: { status, reason: 'why', tags: tags.map((id) => ({ id })) } }) as unknown as AttemptReport;
const setup = (fault?: 'sandbox' | 'network') =>
  [{ type: 'setup', payload: { outcome: 'failed', ...(fault ? { fault } : {}) } }] as unknown as Event[];

const grading = (outcome: string, status: number | null) =>
  [{ type: 'model_check', payload: { asked: { requests: [{ outcome, status }] } } }] as unknown as Event[];

describe('a fault of the machine, the network or the models', () => {
  it.each<[string, string[], Event[], boolean]>([
    ['invalid', ['harness-error'], [], true],
    ['invalid', ['harness-defect'], [], false],
    ['invalid', ['model-outage'], [], true],
    ['invalid', ['setup-failure'], setup('sandbox'), true],
    ['invalid', ['setup-failure'], setup('network'), true],
    ['acceptance_error', ['check-not-started'], [], true],
    ['invalid', ['setup-failure'], setup(), false],
    ['invalid', ['identity-mismatch'], [], false],
    ['invalid', ['interrupted'], [], false],
    ['invalid', ['agent-not-started'], [], false],
    ['invalid', ['incomplete-evidence'], [], false],
    ['invalid', [], [], false],
    ['acceptance_error', ['judge-model-silent'], grading('error', 503), true],
    ['acceptance_error', ['judge-model-silent'], grading('partial', null), true],
    ['acceptance_error', ['judge-model-silent'], grading('error', 404), false],
    ['acceptance_error', ['judge-model-silent'], grading('refused', 400), false],
    ['acceptance_error', ['judge-reply-unreadable'], grading('complete', 200), false],
    ['acceptance_error', ['check-signal'], [], false],
    ['failure', ['harness-error'], [], false],
    ['failure', ['resource-termination'], [], false],
    ['success', [], [], false],
  ])('%s, %j', (status, tags, events, expected) => {
    expect(findInfrastructureFault(report(status, tags), () => events)).toBe(expected ? 'why' : undefined);
  });
});
