import type { HtmlText } from '../../text/html_text.js';
import type { ChartAxis } from '../report_block.js';
import type { ChartScale } from './chart_scale.js';
import {
  CHART_WIDTH,
  estimateTextWidth,
  renderSvgElement,
  renderSvgText,
  truncateToUnits,
} from './render_svg_element.js';

/** Rectangle of a drawing in which values are plotted, in units. */
export interface PlotFrame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Formats the name of an axis and says which direction is better. */
export function formatAxisName({ label, better }: ChartAxis): string {
  return better === undefined ? label : `${label} (${better} is better)`;
}

/** Creates the projection of values onto horizontal coordinates; values beyond the axis land on its ends. */
export function createXProjection(scale: ChartScale, frame: PlotFrame): (value: number) => number {
  return (value) => frame.left + clampShare(scale.share(value)) * (frame.right - frame.left);
}

/** Creates the projection of values onto vertical coordinates; values beyond the axis land on its ends. */
export function createYProjection(scale: ChartScale, frame: PlotFrame): (value: number) => number {
  return (value) => frame.bottom - clampShare(scale.share(value)) * (frame.bottom - frame.top);
}

function clampShare(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** Renders grid lines, numbers and name of the lower axis; skips numbers that would touch the one before. */
export function renderLowerAxis(scale: ChartScale, axis: ChartAxis, frame: PlotFrame): HtmlText[] {
  const x = createXProjection(scale, frame);
  const parts: HtmlText[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const tick of scale.ticks) {
    parts.push(renderSvgElement('line', { class: 'grid', x1: x(tick), x2: x(tick), y1: frame.top, y2: frame.bottom }));
    const text = scale.tick(tick);
    const half = estimateTextWidth(text) / 2;
    // The outer numbers stay within the drawing.
    const position = Math.min(Math.max(x(tick), half), CHART_WIDTH - half);
    if (position - half < free) continue;
    free = position + half + 6;
    parts.push(renderSvgText(text, { class: 'tick', x: position, y: frame.bottom + 16, 'text-anchor': 'middle' }));
  }
  const name = truncateToUnits(formatAxisName(axis), CHART_WIDTH - 8);
  const middle = (frame.left + frame.right) / 2;
  const half = estimateTextWidth(name) / 2;
  const middle_position = Math.min(Math.max(middle, half + 4), CHART_WIDTH - half - 4);
  parts.push(renderSvgText(name, { class: 'axis', x: middle_position, y: frame.bottom + 34, 'text-anchor': 'middle' }));
  return parts;
}

/** Renders grid lines and numbers of the left axis, and its name horizontally above them. */
export function renderLeftAxis(scale: ChartScale, axis: ChartAxis, frame: PlotFrame): HtmlText[] {
  const y = createYProjection(scale, frame);
  return [
    renderSvgText(truncateToUnits(formatAxisName(axis), CHART_WIDTH - 8), { class: 'axis', x: 2, y: 12 }),
    ...scale.ticks.flatMap((tick) => [
      renderSvgElement('line', { class: 'grid', x1: frame.left, x2: frame.right, y1: y(tick), y2: y(tick) }),
      renderSvgText(scale.tick(tick), { class: 'tick', x: frame.left - 6, y: y(tick) + 4, 'text-anchor': 'end' }),
    ]),
  ];
}

/** Measures the width that the numbers of a left axis need, in units. */
export function measureTicks({ ticks, tick }: ChartScale): number {
  return ticks.reduce((most, each) => Math.max(most, estimateTextWidth(tick(each))), 0) + 10;
}
