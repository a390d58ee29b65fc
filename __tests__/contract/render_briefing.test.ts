import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractSchema } from '../../src/contract/contract_schema.js';
import { renderBriefing } from '../../src/contract/render_briefing.js';
import { smallContract } from '../given_task.js';

const goldenFile = fileURLToPath(new URL('../fixtures/renderings/briefing.md', import.meta.url));
const contract = contractSchema.parse(
  smallContract({
    title: 'Sliding window drops requests at the boundary',
    description: 'The limiter lets **one** request too many through.\n\n```js\nlimit(10)\n```\n\n\n',
    obligations: 'Ten requests pass, the eleventh does not.\n',
    metadata: { tier: 2, test_command: 'npm test', build_command: 'npm run build', provenance: 'SECRET-provenance' },
    setup: [{ run: 'SECRET-setup' }],
    acceptance: [{ id: 'SECRET-check', run: 'SECRET-run', report: 'tap', fail_to_pass: ['SECRET-test'] }],
    oracle: { files: 'SECRET-folder/', canary: 'SECRET-canary', restore: ['SECRET-restore'] },
    golden_patch: 'SECRET-golden.patch',
    policy: { network: { allow: ['example.org'] }, change: { allow: ['src/**', 'docs/**'], deny: ['.github/**'] } },
    budget: { wall: '45m', usd: 3 },
  }),
);

describe('the briefing', () => {
  it('says what the task is, what may change, and nothing of how it is judged', () => {
    const text = renderBriefing(contract);
    if (process.env.UPDATE_GOLDEN) writeFileSync(goldenFile, text);
    expect(text).toBe(readFileSync(goldenFile, 'utf8'));
    expect(text).not.toContain('SECRET');
  });

  it('of a contract that says little says what holds by default', () => {
    const text = renderBriefing(contractSchema.parse(smallContract()));
    expect(text.split('\n').slice(-5)).toEqual(
      [
        'You work in a copy of the repository with one commit. Your change is the difference between the files as you leave them and that commit; you need not commit.',
        '',
        '- You may change: **',
        '- Network: none',
        '- Time: 30 minutes',
        '',
      ].slice(-5),
    );
  });
});
