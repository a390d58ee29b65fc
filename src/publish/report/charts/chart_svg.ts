import type { Chart } from '../blocks.js';
import { html } from '../escape.js';

export function chartSvg(chart: Chart, id: string): string {
  return `<figcaption id="${id}">${html(chart.title)}</figcaption>`;
}
