import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readActionEnvironment } from '../../src/action/action_environment.js';
import { readActionInputs } from '../../src/action/action_inputs.js';
import { executePlanAction } from '../../src/action/execute_plan_action.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);
const out = { log() {}, error() {}, signal: AbortSignal.abort(), terminal: { columns: 80, colour: false } };

describe('a plan as an Action', () => {
  it('that is interrupted says so in the job summary', async () => {
    const summary = join(givenRoom(), 'summary.md');
    const environment = readActionEnvironment({ GITHUB_STEP_SUMMARY: summary, GITHUB_REPOSITORY: 'acme/shop' });
    const inputs = readActionInputs((name) => (name === 'command' ? 'plan' : ''));
    expect(await executePlanAction(inputs, environment, out, async () => undefined)).toMatchObject({
      outputs: { conclusion: 'interrupted' },
      exit_code: 130,
    });
    expect(readFileSync(summary, 'utf8')).toBe('## gatebench: interrupted before anything was planned\n');
  });
});
