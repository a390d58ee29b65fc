import { fitted, LINE, textWidth } from './svg.js';

/** A rectangle that something takes. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface Placed {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

const GAP = 8;
const LENGTHS = [200, 130, 70];

/**
 * Where the label of each point goes: beside, above or below it, where it meets no point, no line and no other label and stays within the
 * frame; shortened when only that helps. Undefined = there is no room. Who comes first chooses first.
 */
export function placeLabels(
  points: readonly { x: number; y: number; label: string }[],
  taken: readonly Box[],
  frame: Box,
): (Placed | undefined)[] {
  const boxes = [...taken, ...points.map(({ x, y }) => around(x, y, 5))];
  return points.map(({ x, y, label }, own) => {
    const others = boxes.filter((_, at) => at !== taken.length + own);
    for (const length of LENGTHS) {
      const text = fitted(label, length);
      if (text === '') continue;
      for (const candidate of candidates(x, y, text)) {
        const box = boxOf(candidate);
        if (!within(box, frame) || others.some((other) => overlap(box, other))) continue;
        boxes.push(box);
        return candidate;
      }
      if (text === label) break;
    }
    return undefined;
  });
}

function candidates(x: number, y: number, text: string): Placed[] {
  const place = (dx: number, dy: number, anchor: Placed['anchor']): Placed => ({ text, x: x + dx, y: y + dy, anchor });
  return [
    place(GAP, 4, 'start'),
    place(-GAP, 4, 'end'),
    place(0, -GAP, 'middle'),
    place(0, GAP + 9, 'middle'),
    place(-4, -GAP, 'start'),
    place(4, -GAP, 'end'),
    place(-4, GAP + 9, 'start'),
    place(4, GAP + 9, 'end'),
    place(GAP, -GAP, 'start'),
    place(GAP, GAP + 9, 'start'),
    place(-GAP, -GAP, 'end'),
    place(-GAP, GAP + 9, 'end'),
    place(GAP, -GAP - LINE, 'start'),
    place(GAP, GAP + 9 + LINE, 'start'),
    place(-GAP, -GAP - LINE, 'end'),
    place(-GAP, GAP + 9 + LINE, 'end'),
  ];
}

function boxOf({ text, x, y, anchor }: Placed): Box {
  const long = textWidth(text);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - long : x - long / 2;
  return { left, right: left + long, top: y - 10, bottom: y + 3 };
}

export function around(x: number, y: number, half: number): Box {
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

function within(box: Box, frame: Box): boolean {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
