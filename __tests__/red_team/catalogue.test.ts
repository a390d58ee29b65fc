import { readFileSync, writeFileSync } from 'node:fs';
import { CHEATS } from './catalogue.js';
import { LANGUAGE, moveOn, RUNNERS } from './cheat.js';

const page = new URL('../../docs/threat-model.md', import.meta.url);

/** The catalogue as docs/threat-model.md shows it: a row for each kind. */
function table(): string {
  const rows = [...new Set(CHEATS.map(({ kind }) => kind))].map((kind) => {
    const cheats = CHEATS.filter((cheat) => cheat.kind === kind);
    const deceiving = cheats.filter(({ fools = [] }) => fools.length > 0);
    return [kind, `${cheats.length}`, `${deceiving.length}`, cheats.map(({ id }) => `\`${id}\``).join(', ')];
  });
  const head = ['kind', 'cheats', 'deceive', 'names'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

describe('the catalogue of cheats', () => {
  it('has at least forty, each under a name of its own', () => {
    const ids = CHEATS.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(ids.length).toBeGreaterThanOrEqual(40);
  });

  it('has at least thirty that deceive a harness which believes a status, a report or an output', () => {
    expect(CHEATS.filter(({ fools = [] }) => fools.length > 0).length).toBeGreaterThanOrEqual(30);
  });

  it('reaches every runner, with at least ten cheats, in at least four languages', () => {
    const few = RUNNERS.filter((runner) => CHEATS.filter((cheat) => moveOn(cheat, runner)).length < 10);
    expect(few).toEqual([]);
    expect(new Set(Object.values(LANGUAGE)).size).toBe(4);
  });

  it('can never be satisfied by a pass', () => {
    expect(CHEATS.filter(({ ends }) => ends.length === 0 || ends.includes('success' as 'failure'))).toEqual([]);
  });

  it('is the table of docs/threat-model.md (UPDATE_DOCS=1 writes it)', () => {
    const text = readFileSync(page, 'utf8');
    const start = text.slice(0, text.indexOf('<!-- cheats -->') + '<!-- cheats -->\n'.length);
    const rest = text.slice(text.indexOf('<!-- /cheats -->'));
    const whole = start + table() + rest;
    if (process.env.UPDATE_DOCS) writeFileSync(page, whole);
    else expect(text).toBe(whole);
  });
});
