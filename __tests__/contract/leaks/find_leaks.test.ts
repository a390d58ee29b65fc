import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractSchema } from '../../../src/contract/contract_schema.js';
import { formatTextOrigin, listBriefingTexts } from '../../../src/contract/leaks/briefing_text.js';
import { findLeaks, type Leak } from '../../../src/contract/leaks/find_leaks.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { itInFull } from '../../extent.js';
import { smallContract } from '../../given_task.js';

const leaks = (briefing: string, golden: string | undefined, hidden: Record<string, string>, folders: string[] = []) =>
  findLeaks([{ field: 'description', text: briefing }], {
    ...(golden === undefined ? {} : { golden: Buffer.from(golden) }),
    oracle_files: Object.entries(hidden).map(([path, content]) => ({
      path,
      content: Buffer.from(content),
      executable: false,
      sha256: sha256(content),
    })),
    oracle_folders: folders,
  });
const told = (found: readonly Leak[]) => found.map(({ what, detail, certain }) => ({ what, detail, certain }));

// Holds R4
describe('a leak into the briefing', () => {
  const golden =
    '--- a/x\n+++ b/x\n@@ -1,2 +1,4 @@\n context.of(the, patch, stays);\n-const removed = oldValue;\n+const window = slidingWindow(limit);\n+const second = anotherStatement(here);\n+}\n';

  it('is also looked for in what the agents of parts are told, and says where it stands', () => {
    const line = 'const window = slidingWindow(limit);';
    const part = { id: 'a', description: `Write this:\n\n    ${line}\n` };
    const contract = contractSchema.parse(smallContract({ coordination: { subtasks: [part] } }));
    const golden = Buffer.from(`--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+${line}\n`);
    const found = findLeaks(listBriefingTexts(contract), { golden, oracle_files: [], oracle_folders: [] });
    const at = { field: 'coordination.subtasks.0.description', line: 3 };
    expect(found).toEqual([{ what: 'golden patch', detail: line, certain: true, path: 'x', lines: [1], told: at }]);
    const lines = { 'coordination.subtasks.0.description': 20 };
    expect(formatTextOrigin({ contract, shown: 'contract.yml', lines }, at)).toBe('contract.yml:23');
  });

  it.each<[string, string, ReturnType<typeof told>]>([
    ['nothing in common', 'Fix the limiter.\n', []],
    ['a context line', 'context.of(the, patch, stays);\n', []],
    ['a removed line', 'const removed = oldValue;\n', []],
    ['a line without a meaning', '}\n', []],
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
    expect(told(leaks(briefing, golden, {}))).toEqual(expected);
  });

  it.each<[string, string, ReturnType<typeof told>]>([
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
    expect(told(leaks(briefing, undefined, { 'hidden/limit.test.js': hidden }, ['hidden']))).toEqual(expected);
  });

  it('is not the name of a file of the repository that the oracle replaces', () => {
    expect(leaks('See test/limit.test.js.\n', undefined, { 'test/limit.test.js': 'x\n' }, ['hidden'])).toEqual([]);
  });

  it('is no line that the repository has as well', () => {
    const loaded = { golden: Buffer.from(golden), oracle_files: [], oracle_folders: [] };
    const text = 'const window = slidingWindow(limit);\nconst second = anotherStatement(here);\n';
    expect(findLeaks([{ field: 'description', text }], loaded, () => true)).toEqual([]);
  });

  itInFull('is looked for in a moment in a briefing and a solution of megabytes', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `const value${i} = compute${i}(input, ${i});`);
    const patch = `--- a/x.js\n+++ b/x.js\n@@ -0,0 +1,${many.length} @@\n${many.map((line) => `+${line}\n`).join('')}`;
    expect(leaks(many.map((line) => `> ${line}\n`).join(''), patch, {})[0]?.certain).toBe(true);
  });
});

/** Briefing texts over three small tasks, labelled; half of them were not looked at while the rules were made. */
interface LabelledBriefings {
  tasks: Record<string, { golden: string; hidden: string; hidden_path: string }>;
  texts: { task: string; leak: Leak['what'] | null; text: string; half: 'tuned' | 'held-out' }[];
}
const corpus = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/leaks/briefings.json', import.meta.url)), 'utf8'),
) as LabelledBriefings;

describe('labelled briefings: the solution or a hidden test in any wrapping is found, the failing code and the wish are none', () => {
  const verdictOf = ({ task, text }: LabelledBriefings['texts'][number]) => {
    const { golden, hidden, hidden_path } = corpus.tasks[task]!;
    return leaks(text, golden, { [hidden_path]: hidden }).find(({ certain }) => certain)?.what ?? null;
  };

  it.each(['tuned', 'held-out'] as const)('%s', (half) => {
    const texts = corpus.texts.filter((each) => each.half === half);
    const wrong = texts.filter((each) => verdictOf(each) !== each.leak).map(({ leak, text }) => ({ leak, text }));
    expect(texts.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});
