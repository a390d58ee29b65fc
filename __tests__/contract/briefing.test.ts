import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { everythingTold, findLeaks, renderBriefing } from '../../src/contract/briefing.js';
import { contractSchema } from '../../src/contract/schema.js';
import { sha256 } from '../../src/record/canonical.js';
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

const leaks = (briefing: string, golden: string | undefined, hidden: Record<string, string>, folders: string[] = []) =>
  findLeaks(briefing, {
    ...(golden === undefined ? {} : { golden: Buffer.from(golden) }),
    oracle_files: Object.entries(hidden).map(([path, content]) => ({
      path,
      content: Buffer.from(content),
      executable: false,
      sha256: sha256(content),
    })),
    oracle_folders: folders,
  });

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

describe('a leak into the briefing', () => {
  const golden =
    '--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n context of the patch stays\n-const removed = oldValue;\n+const window = slidingWindow(limit);\n+const second = anotherStatement(here);\n+}\n';

  it('is also looked for in what the agents of parts are told', () => {
    const line = 'const window = slidingWindow(limit);';
    const part = { id: 'a', description: `Write this:\n\n    ${line}\n` };
    const split = contractSchema.parse(smallContract({ coordination: { subtasks: [part] } }));
    const golden = `--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+${line}\n`;
    const found = leaks(everythingTold(split), golden, {});
    expect(found).toEqual([{ what: 'golden patch', detail: line, certain: true }]);
    expect(leaks(renderBriefing(split), golden, {})).toEqual([]);
  });

  it.each<[string, string, ReturnType<typeof findLeaks>]>([
    ['nothing in common', 'Fix the limiter.\n', []],
    ['a context line', 'context of the patch stays\n', []],
    ['a removed line', 'const removed = oldValue;\n', []],
    ['a short line', '}\n', []],
    [
      'one of three added lines, which may be chance',
      '  const window = slidingWindow(limit);\n',
      [{ what: 'golden patch', detail: 'const window = slidingWindow(limit);', certain: false }],
    ],
    [
      'most of the added lines',
      'const window = slidingWindow(limit);\nconst second = anotherStatement(here);\n',
      [{ what: 'golden patch', detail: 'const window = slidingWindow(limit);', certain: true }],
    ],
  ])('of the reference solution: %s', (_, briefing, expected) => {
    expect(leaks(briefing, golden, {})).toEqual(expected);
  });

  it.each<[string, string, ReturnType<typeof findLeaks>]>([
    ['nothing in common', 'Fix the limiter.\n', []],
    [
      'its name',
      'See hidden/limit.test.js for more.\n',
      [{ what: 'hidden file', detail: 'hidden/limit.test.js', certain: true }],
    ],
    [
      'one of its lines',
      'assert.equal(limit(10, window), 11)\n',
      [{ what: 'hidden file', detail: 'hidden/limit.test.js: assert.equal(limit(10, window), 11)', certain: false }],
    ],
    [
      'three of its lines',
      'assert.equal(limit(10, window), 11)\nassert.equal(limit(11, window), 12)\nassert.equal(limit(12, window), 13)\n',
      [{ what: 'hidden file', detail: 'hidden/limit.test.js: assert.equal(limit(10, window), 11)', certain: true }],
    ],
  ])('of a hidden file: %s', (_, briefing, expected) => {
    const hidden = [10, 11, 12].map((n) => `  assert.equal(limit(${n}, window), ${n + 1})\n`).join('');
    expect(leaks(briefing, undefined, { 'hidden/limit.test.js': hidden }, ['hidden'])).toEqual(expected);
  });

  it('is not the name of a file of the repository that the oracle replaces', () => {
    expect(leaks('See test/limit.test.js.\n', undefined, { 'test/limit.test.js': 'x\n' }, ['hidden'])).toEqual([]);
  });
});
