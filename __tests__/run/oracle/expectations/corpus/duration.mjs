/** Code of several honest people: `SHAPE` says whose. */
const SHAPE = process.env.SHAPE ?? 'plain';

const UNITS = { h: 3600, m: 60, s: 1 };

export function seconds(text) {
  const parts = [...text.matchAll(/(\d+)([hms])/g)];
  if (parts.length === 0) {
    if (SHAPE === 'null') return null;
    throw SHAPE === 'words' ? new TypeError('nothing to read') : new RangeError('not a duration');
  }
  const sum = parts.reduce((total, [, digits, unit]) => total + Number(digits) * UNITS[unit], 0);
  if (SHAPE === 'objects') return Object(sum);
  if (SHAPE === 'floats') return sum + 1e-9;
  if (SHAPE === 'texts') return String(sum);
  return sum;
}

export const unit = (text) => (SHAPE === 'words' ? text.at(-1) : /[hms]/.exec(text)[0]);

export const parse = (text) => ({
  text,
  parts: [...text.matchAll(/(\d+)([hms])/g)].map(([, digits, name]) => ({ count: Number(digits), name })),
  empty: text === '',
  rest: null,
});

export const later = async (text) => {
  if (SHAPE === 'words') await new Promise((resolve) => setTimeout(resolve, 1));
  return parse(text).parts.length;
};

export const names = (text) => {
  const found = parse(text).parts.map(({ name }) => name);
  return SHAPE === 'words' ? found.toReversed() : found;
};
