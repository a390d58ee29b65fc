import { adjudicate } from '../../../../src/judge/analysis/adjudications.js';
import { createAdjudicationsSection } from '../../../../src/publish/report/sections/create_adjudications_section.js';

const review = (attempt: string, reviewer: string, verdict: 'correct' | 'incorrect' | 'unclear') => ({
  attempt,
  reviewer,
  verdict,
  minutes: 10,
  reason: 'read',
  mode: null,
});
const attempts = [
  { attempt_id: 'r1', outcome: 'failure' as const, tags: ['regression'] },
  { attempt_id: 'r2', outcome: 'failure' as const, tags: ['regression'] },
];
const tables = (blocks: ReturnType<typeof createAdjudicationsSection>['blocks']) =>
  blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));

describe('what reviewers found, as a section', () => {
  it('says errors with what they are of, by failure mode, and what it took', () => {
    const reviews = [review('r1', 'ann', 'correct'), review('r2', 'ann', 'incorrect'), review('r2', 'bob', 'correct')];
    const { blocks } = createAdjudicationsSection(adjudicate(reviews, attempts, { usd_per_hour: 60 }));
    expect(blocks[0]).toEqual({
      kind: 'text',
      text: '3 reviews of 2 attempts. Correct patches among those rejected: 1 of 1 (100 %). Defects among those accepted: none was reviewed.',
    });
    expect(tables(blocks)[0]!.rows).toEqual([
      ['regression', '1 of 1', '100 %', '2.5 % – 100 %'],
      ['rejected among all correct patches', '1 of 1', '100 %', '2.5 % – 100 %'],
    ]);
    expect(blocks).toContainEqual({
      kind: 'list',
      items: ['reviewers contradict each other, so it counts nowhere: r2'],
    });
    expect(tables(blocks)[2]!.rows).toEqual([['ann and bob', '1', '0 %', '0 %', '0.00', '0.00 – 0.00']]);
    expect(blocks.at(-1)).toEqual({
      kind: 'text',
      text: 'Human time: 30 minutes, $30.00 (ann 20 min for 2 reviews, bob 10 min for 1 review).',
    });
  });

  it('says that agreement is not known where nobody looked twice', () => {
    const { blocks } = createAdjudicationsSection(adjudicate([review('r1', 'ann', 'unclear')], attempts));
    const texts = blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []));
    expect(texts).toContain('No attempt was reviewed by two people: how far they agree is not known.');
    expect(tables(blocks)[0]!.rows).toEqual([['rejected among all correct patches', '0 of 0', '–', '–']]);
  });
});
