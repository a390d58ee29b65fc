import { reportPilot } from '../../../../src/judge/pilot/pilot_report.js';
import { renderSectionMarkdown } from '../../../../src/publish/report/markdown/render_markdown_report.js';
import { createPilotSection } from '../../../../src/publish/report/sections/create_pilot_section.js';
import { everyArm, givenEvidence } from '../../../judge/pilot/given_evidence.js';

describe('a pilot, as a section', () => {
  it('says first whether it goes on, then each criterion, and what is open with where to look', () => {
    const pilot = givenEvidence(everyArm({ a: 'p', b: 'p', c: 'p', e: 'p' }, { unsafe: true }));
    const { title, blocks } = createPilotSection(reportPilot(pilot, 2));
    expect(title).toBe('Pilot suite');
    expect(blocks[0]).toMatchObject({
      kind: 'text',
      text: expect.stringContaining('Stop (safety): 16 attempts broke the safety gate'),
    });
    const [criteria] = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
    expect(criteria!.rows).toContainEqual([
      'stage 2 entry: no-violation',
      'not met',
      '8 attempts of stage 1 broke the safety gate',
    ]);
    const open = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
    expect(open.find((item) => String(item).startsWith('no-violation'))).toMatch(/and 2 more\)$/);
  });

  it('a reason for a removal stays a text, whatever it holds', () => {
    const pilot = {
      ...givenEvidence([]),
      removed: [{ task: 'a', because: '<img src=x> | [x](y)', at: '2026-03-07T00:00:00.000Z' }],
    };
    expect(renderSectionMarkdown(createPilotSection(reportPilot(pilot)))).not.toContain('<img');
  });
});
