import type { Axis } from '../blocks.js';
import type { Scale } from './scale.js';
import { element, fitted, textWidth, WIDTH, words } from './svg.js';

/** The part of a drawing in which values are. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What an axis measures, and which way is better. */
export function axisName({ label, better }: Axis): string {
  return better === undefined ? label : `${label} (${better} is better)`;
}

export function xOf(scale: Scale, frame: Frame): (value: number) => number {
  return (value) => frame.left + inside(scale.share(value)) * (frame.right - frame.left);
}

export function yOf(scale: Scale, frame: Frame): (value: number) => number {
  return (value) => frame.bottom - inside(scale.share(value)) * (frame.bottom - frame.top);
}

/** Values beyond the ends of an axis are drawn at its ends. */
function inside(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** Lines and numbers of the lower axis with its name below; numbers that would touch are passed over. */
export function lowerAxis(scale: Scale, axis: Axis, frame: Frame): string[] {
  const x = xOf(scale, frame);
  const parts: string[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const tick of scale.ticks) {
    parts.push(element('line', { class: 'grid', x1: x(tick), x2: x(tick), y1: frame.top, y2: frame.bottom }));
    const text = scale.tick(tick);
    const half = textWidth(text) / 2;
    // The outer numbers stay within the drawing.
    const at = Math.min(Math.max(x(tick), half), WIDTH - half);
    if (at - half < free) continue;
    free = at + half + 6;
    parts.push(words(text, { class: 'tick', x: at, y: frame.bottom + 16, 'text-anchor': 'middle' }));
  }
  const name = fitted(axisName(axis), WIDTH - 8);
  const middle = (frame.left + frame.right) / 2;
  const half = textWidth(name) / 2;
  const at = Math.min(Math.max(middle, half + 4), WIDTH - half - 4);
  parts.push(words(name, { class: 'axis', x: at, y: frame.bottom + 34, 'text-anchor': 'middle' }));
  return parts;
}

/** Lines and numbers of the left axis with its name above them, where it can be read without turning the head. */
export function leftAxis(scale: Scale, axis: Axis, frame: Frame): string[] {
  const y = yOf(scale, frame);
  return [
    words(fitted(axisName(axis), WIDTH - 8), { class: 'axis', x: 2, y: 12 }),
    ...scale.ticks.flatMap((tick) => [
      element('line', { class: 'grid', x1: frame.left, x2: frame.right, y1: y(tick), y2: y(tick) }),
      words(scale.tick(tick), { class: 'tick', x: frame.left - 6, y: y(tick) + 4, 'text-anchor': 'end' }),
    ]),
  ];
}

/** Room that the numbers of a left axis need. */
export function ticksWidth({ ticks, tick }: Scale): number {
  return ticks.reduce((most, each) => Math.max(most, textWidth(tick(each))), 0) + 10;
}
