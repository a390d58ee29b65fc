import { renderChartSvg } from '../../publish/report/charts/render_chart_svg.js';
import { listSectionBlocks } from '../../publish/report/parts/prose.js';
import type { ReportBlock, ReportFold, ReportSection } from '../../publish/report/report_block.js';

/** Block of a report as the pages show it: charts are drawn, the rest is data. */
export type PageBlock =
  | Exclude<ReportBlock, { kind: 'chart' } | { kind: 'fold' }>
  | { kind: 'drawing'; title: string; svg: string }
  | (Omit<ReportFold, 'blocks'> & { blocks: PageBlock[] });

/** Section of a report as the pages show it. */
export interface PageSection {
  id: string;
  title: string;
  background: boolean;
  blocks: PageBlock[];
}

/** Draws the charts of blocks, whose ids begin with `id`. */
export const toPageBlocks = (blocks: readonly ReportBlock[], id: string): PageBlock[] =>
  blocks.flatMap((block, i): PageBlock[] => {
    if (block.kind === 'fold') {
      const { title, open = false } = block;
      return [{ kind: 'fold', title, open, blocks: toPageBlocks(block.blocks, `${id}-${i}`) }];
    }
    if (block.kind !== 'chart') return [block];
    const svg = renderChartSvg(block.chart, `${id}-${i}`);
    return svg === undefined ? [] : [{ kind: 'drawing', title: block.chart.title, svg: svg.text }];
  });

/** Draws the charts of a section. */
export function toPageSection(section: ReportSection): PageSection {
  const { id, title, background = false } = section;
  const safe = id.replace(/[^\w-]/g, '-');
  return { id: safe, title, background, blocks: toPageBlocks(listSectionBlocks(section), `chart-${safe}`) };
}
