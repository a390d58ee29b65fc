import { CHART_LINE_HEIGHT, estimateTextWidth, truncateToUnits } from './render_svg_element.js';

/** Rectangle that a label or a mark takes, in units. */
export interface LabelBox {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

interface PlacedLabel {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

const GAP = 8;
const LENGTHS = [200, 130, 70];

/**
 * Places the label of each point beside, above or below it, inside the frame and clear of points, lines and other
 * labels. Shortens a label if only that helps. Points choose in order.
 *
 * @returns for each point its label, or undefined if there is no room
 */
export function placeLabels(
  points: readonly { x: number; y: number; label: string }[],
  taken: readonly LabelBox[],
  frame: LabelBox,
): (PlacedLabel | undefined)[] {
  const boxes = [...taken, ...points.map(({ x, y }) => createBoxAround(x, y, 5))];
  return points.map(({ x, y, label }, own) => {
    const obstacles = boxes.filter((_, at) => at !== taken.length + own);
    for (const length of LENGTHS) {
      const text = truncateToUnits(label, length);
      if (text === '') continue;
      for (const candidate of createCandidates(x, y, text)) {
        const box = toLabelBox(candidate);
        if (!isInside(box, frame) || obstacles.some((other) => hasOverlap(box, other))) continue;
        boxes.push(box);
        return candidate;
      }
      if (text === label) break;
    }
    return undefined;
  });
}

function createCandidates(x: number, y: number, text: string): PlacedLabel[] {
  const place = (dx: number, dy: number, anchor: PlacedLabel['anchor']): PlacedLabel => ({
    text,
    x: x + dx,
    y: y + dy,
    anchor,
  });
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
    place(GAP, -GAP - CHART_LINE_HEIGHT, 'start'),
    place(GAP, GAP + 9 + CHART_LINE_HEIGHT, 'start'),
    place(-GAP, -GAP - CHART_LINE_HEIGHT, 'end'),
    place(-GAP, GAP + 9 + CHART_LINE_HEIGHT, 'end'),
  ];
}

function toLabelBox({ text, x, y, anchor }: PlacedLabel): LabelBox {
  const long = estimateTextWidth(text);
  const left = x - { start: 0, middle: long / 2, end: long }[anchor];
  return { left, right: left + long, top: y - 10, bottom: y + 3 };
}

/** Creates a square around a point, `half` units in each direction. */
export function createBoxAround(x: number, y: number, half: number): LabelBox {
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

function isInside(box: LabelBox, frame: LabelBox): boolean {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

function hasOverlap(a: LabelBox, b: LabelBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
