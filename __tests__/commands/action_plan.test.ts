import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../src/commands/action_environment.js';
import { readInputs } from '../../src/commands/action_inputs.js';
import { planAction } from '../../src/commands/action_plan.js';
import { cleanUp, givenRoom } from '../given.js';

afterAll(cleanUp);
const out = { log() {}, error() {}, signal: AbortSignal.abort(), terminal: { columns: 80, colour: false } };

describe('a plan as an Action', () => {
  it('that is interrupted says so in the job summary', async () => {
    const summary = join(givenRoom(), 'summary.md');
    const environment = readEnvironment({ GITHUB_STEP_SUMMARY: summary, GITHUB_REPOSITORY: 'acme/shop' });
    const inputs = readInputs((name) => (name === 'command' ? 'plan' : ''));
    expect(await planAction(inputs, environment, out, async () => undefined)).toMatchObject({
      outputs: { conclusion: 'interrupted' },
      exit_code: 130,
    });
    expect(readFileSync(summary, 'utf8')).toBe('## gatebench: interrupted before anything was planned\n');
  });
});
