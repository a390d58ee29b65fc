import { readdirSync } from 'node:fs';

/** The migrations of a folder, in their order. @throws where two have one number */
export function read(folder) {
  return inOrder(readdirSync(folder));
}

/** Migrations by the names of their files. */
export function inOrder(files) {
  const seen = new Set();
  return [...files].sort().flatMap((file) => {
    const [, digits, name] = /^(\d+)_(\w+)\.sql$/.exec(file) ?? [];
    if (digits === undefined) return [];
    const number = Number(digits);
    if (seen.has(number)) throw new Error(`migration ${number} is there twice`);
    seen.add(number);
    return [{ number, name, file }];
  });
}
