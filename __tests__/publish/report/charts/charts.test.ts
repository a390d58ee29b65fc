import fc from 'fast-check';
import { renderChartSvg } from '../../../../src/publish/report/charts/render_chart_svg.js';
import { estimateTextWidth } from '../../../../src/publish/report/charts/render_svg_element.js';
import { renderTextChart } from '../../../../src/publish/report/charts/render_text_chart.js';
import type { ChartAxis, FrontChart, ReportChart } from '../../../../src/publish/report/report_block.js';
import { measureTextWidth } from '../../../../src/publish/text/measure_text_width.js';

const x: ChartAxis = { label: 'cost', format: 'usd', better: 'less' };
const y: ChartAxis = { label: 'success', format: 'percent', better: 'more' };

const front = (points: FrontChart['points'], axes = { x, y }): FrontChart => ({
  kind: 'front',
  title: 'T',
  ...axes,
  points,
});
const point = (label: string, at: [number, number], on_front = true) => ({ label, x: at[0], y: at[1], on_front });

/** Boxes of all texts of a drawing, by their estimated width. */
function boxes(svg: string) {
  return [
    ...svg.matchAll(/<text class="(name|tick|axis)" x="([-\d.]+)" y="([-\d.]+)"(?: text-anchor="(\w+)")?>([^<]*)</g),
  ].map(([, kind, left, top, anchor, text]) => {
    const long = estimateTextWidth(text!);
    const from = Number(left) - (anchor === 'end' ? long : anchor === 'middle' ? long / 2 : 0);
    return { kind, text, left: from, right: from + long, top: Number(top) - 9, bottom: Number(top) + 2 };
  });
}

function collisions(svg: string): string[] {
  const all = boxes(svg);
  return all.flatMap((a, i) =>
    all
      .slice(i + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} / ${b.text}`),
  );
}

const words = fc.string({ unit: fc.constantFrom(...'ab <>&"\u202e漢🎉') });
const numbers = fc.oneof(fc.double(), fc.double({ min: -2, max: 2, noNaN: true }), fc.constantFrom(0, 1, 0.5));
const axes = fc.record({
  label: words,
  format: fc.constantFrom('percent' as const, 'usd' as const, 'time' as const, 'number' as const),
});
const anyChart: fc.Arbitrary<ReportChart> = fc.oneof(
  fc.record({
    kind: fc.constant('front' as const),
    title: words,
    x: axes,
    y: axes,
    points: fc.array(fc.record({ label: words, x: numbers, y: numbers, on_front: fc.boolean() }), {
      maxLength: 30,
    }),
  }),
  fc.record({
    kind: fc.constant('forest' as const),
    title: words,
    x: axes,
    reference: fc.constantFrom(0, 0.5),
    rows: fc.array(fc.record({ label: words, point: numbers, low: numbers, high: numbers }), { maxLength: 30 }),
  }),
  fc.record({
    kind: fc.constant('bars' as const),
    title: words,
    x: axes,
    rows: fc.array(fc.record({ label: words, value: numbers }), { maxLength: 30 }),
  }),
  fc.record({
    kind: fc.constant('lines' as const),
    title: words,
    x: axes,
    y: axes,
    step: fc.boolean(),
    lines: fc.array(fc.record({ label: words, points: fc.array(fc.tuple(numbers, numbers)) }), { maxLength: 12 }),
  }),
);

/** Returns the drawing as text; '' if there is nothing to draw. */
const svgText = (chart: ReportChart, id: string) => renderChartSvg(chart, id)?.text ?? '';

describe('a chart, whatever is in it', () => {
  it('is well-formed, has a name and a description, and no number that is none', () => {
    fc.assert(
      fc.property(anyChart, (chart) => {
        const svg = svgText(chart, 'c');
        if (svg === '') return;
        expect(svg).toMatch(
          /^<svg viewBox="0 0 480 [\d.]+" role="img" aria-labelledby="c-title" aria-describedby="c-desc"><title id="c-title">/,
        );
        expect(svg).not.toMatch(/NaN|Infinity|undefined|="[^"]*\de[+-]\d/);
        const open: string[] = [];
        for (const [, close, name, own] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
          if (own === '/') continue;
          if (close === '/') expect(open.pop()).toBe(name);
          else open.push(name!);
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps every mark within the drawing', () => {
    fc.assert(
      fc.property(anyChart, (chart) => {
        const svg = svgText(chart, 'c');
        for (const [, value] of svg.matchAll(/ (?:x|x1|x2|cx)="([-\d.]+)"/g)) {
          expect(Number(value)).toBeGreaterThanOrEqual(0);
          expect(Number(value)).toBeLessThanOrEqual(480);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('in characters keeps to the width', () => {
    fc.assert(
      fc.property(anyChart, fc.integer({ min: 1, max: 120 }), (chart, columns) => {
        expect(renderTextChart(chart, columns).filter((line) => measureTextWidth(line) > columns)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is left out when there is nothing to draw', () => {
    const none: ReportChart[] = [
      front([]),
      front([point('a', [Number.NaN, 1])]),
      { kind: 'forest', title: 'T', x, reference: 0, rows: [] },
      { kind: 'bars', title: 'T', x, rows: [{ label: 'a', value: Number.NaN }] },
      { kind: 'lines', title: 'T', x, y, step: true, lines: [{ label: 'a', points: [] }] },
    ];
    expect(none.map((chart) => svgText(chart, 'c'))).toEqual(['', '', '', '', '']);
  });
});

describe('a front', () => {
  const path = (svg: string) => /<path class="front" d="([^"]*)"/.exec(svg)?.[1];
  /** Corners as shares of the axes, which end at 0 and 1. */
  const corners = (svg: string) => {
    const grid = (a: string, b: string) =>
      [...svg.matchAll(new RegExp(`class="grid" ${a}1="([\\d.]+)" ${a}2="([\\d.]+)" ${b}1`, 'g'))].map((match) =>
        Number(match[1]),
      );
    const xs = [...svg.matchAll(/class="grid" x1="([\d.]+)" x2="\1"/g)].map((match) => Number(match[1]));
    const ys = [...svg.matchAll(/y1="([\d.]+)" y2="\1"/g)].map((match) => Number(match[1]));
    expect(grid('x', 'y').length).toBeGreaterThan(0);
    const share = (value: number, all: number[]) => (value - Math.min(...all)) / (Math.max(...all) - Math.min(...all));
    return [...path(svg)!.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, a, b]) => [
      Math.round(share(Number(a), xs) * 100) / 100,
      Math.round((1 - share(Number(b), ys)) * 100) / 100,
    ]);
  };
  const whole = { x: { ...x, range: [0, 1] as const }, y: { ...y, range: [0, 1] as const } };

  it('steps from point to point: what is reached for less is reached for more too', () => {
    const svg = svgText(front([point('b', [0.5, 0.6]), point('a', [0.2, 0.4]), point('c', [0.9, 0.8])], whole), 'c');
    expect(corners(svg)).toEqual([
      [0.2, 0.4],
      [0.5, 0.4],
      [0.5, 0.6],
      [0.9, 0.6],
      [0.9, 0.8],
    ]);
  });

  it('steps the other way where more is better on both axes', () => {
    const both = { x: { ...whole.x, better: 'more' as const }, y: whole.y };
    const svg = svgText(front([point('a', [0.2, 0.8]), point('b', [0.6, 0.4])], both), 'c');
    expect(corners(svg)).toEqual([
      [0.2, 0.8],
      [0.2, 0.4],
      [0.6, 0.4],
    ]);
  });

  it('passes over points that are on a front of more measures only, and still marks them', () => {
    const svg = svgText(front([point('a', [0.2, 0.4]), point('safe', [0.5, 0.3]), point('b', [0.6, 0.9])], whole), 'c');
    expect(corners(svg)).toEqual([
      [0.2, 0.4],
      [0.6, 0.4],
      [0.6, 0.9],
    ]);
    expect(svg.match(/class="point on"/g)).toHaveLength(3);
  });

  it('has no label upon another, and says how many it has no room for', () => {
    const dense = Array.from({ length: 30 }, (_, i) =>
      point(`arm ${i} with a name`, [0.5 + (i % 6) / 100, 0.5 + i / 300], i < 3),
    );
    const svg = svgText(front(dense), 'c');
    expect(collisions(svg)).toEqual([]);
    expect(svg).toMatch(/>\d+ without room for a name: see the table</);
    for (let i = 0; i < 3; i++) expect(svg).toMatch(new RegExp(`class="name"[^>]*>arm ${i}`));
  });
});

describe('rows', () => {
  const rows = Array.from({ length: 30 }, (_, i) => ({
    label: `mechanism with a long name ${i}`,
    point: i / 30 - 0.5,
    low: i / 30 - 0.9,
    high: i / 30 - 0.1,
  }));

  it('have names and values beside the marks, none upon another', () => {
    expect(collisions(svgText({ kind: 'forest', title: 'T', x: y, reference: 0, rows }, 'c'))).toEqual([]);
    expect(
      collisions(
        svgText(
          {
            kind: 'bars',
            title: 'T',
            x: { label: 'n', format: 'usd' },
            rows: rows.map(({ label, point }) => ({ label, value: point / 100 })),
          },
          'c',
        ),
      ),
    ).toEqual([]);
  });

  it('beyond 40 are counted, not drawn', () => {
    const many = [...rows, ...rows];
    expect(svgText({ kind: 'forest', title: 'T', x: y, reference: 0, rows: many }, 'c')).toContain(
      '>20 not drawn: see the table<',
    );
    expect(renderTextChart({ kind: 'forest', title: 'T', x: y, reference: 0, rows: many }, 80).at(-1)).toBe(
      '… 30 more in the table',
    );
  });

  it('show an interval that leaves the axis as an arrow', () => {
    const one = [{ label: 'a', point: 0, low: -3, high: 0.5 }];
    const svg = svgText({ kind: 'forest', title: 'T', x: { ...y, range: [-1, 1] }, reference: 0, rows: one }, 'c');
    expect(svg.match(/<path class="dot"/g)).toHaveLength(1);
  });

  it('are drawn in characters with the reference', () => {
    const chart: ReportChart = {
      kind: 'forest',
      title: 'T',
      x: { label: 'd', format: 'percent' },
      reference: 0,
      rows: [
        { label: 'a', point: 0.1, low: 0, high: 0.2 },
        { label: 'b', point: -0.1, low: -0.2, high: -0.05 },
      ],
    };
    expect(renderTextChart(chart, 40)).toEqual([
      'T',
      'a                 ├──────●──────┤  +10 %',
      'b  ├──────●───┤   ┊                −10 %',
      expect.stringMatching(/^ {3}−20 % +20 % {2}d$/),
    ]);
  });
});
