/** Form of a verb in a text: "delete", "deleting", "deletes", "deleted". */
export type VerbForm = 'base' | 'ing' | 'third' | 'past';

const IRREGULAR: Readonly<Record<string, string>> = { send: 'sent', put: 'put', set: 'set', shut: 'shut', write: 'written', give: 'given', tear: 'torn', blow: 'blown', get: 'got',
  read: 'read', take: 'taken', steal: 'stolen', make: 'made', overwrite: 'overwritten', rewrite: 'rewritten', bring: 'brought', 'force-push': 'force-pushed',
}; // biome-ignore format: pairs
const DOUBLED = new Set([
  'drop',
  'zip',
  'wget',
  'put',
  'set',
  'shut',
  'rm',
  'get',
  'plug',
  'ship',
  'scrub',
  'dump',
  'grab',
  'cat',
  'log',
  'strip',
  'zap',
  'stop',
  'commit',
  'reset',
  'run',
  'submit',
]);

/** Returns the forms of a verb, of its first word if it has several. */
export function inflectVerb(lemma: string): [text: string, form: VerbForm][] {
  const silent = lemma.endsWith('e') && !lemma.endsWith('ee');
  const stem = silent ? lemma.slice(0, -1) : DOUBLED.has(lemma) && lemma !== 'dump' ? lemma + lemma.at(-1) : lemma;
  const hissing = /(?:s|x|z|ch|sh)$/.test(lemma);
  const ending = /[^aeiou]y$/.test(lemma);
  const third = hissing ? `${lemma}es` : ending ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
  const past = IRREGULAR[lemma] ?? (ending ? `${lemma.slice(0, -1)}ied` : `${stem}ed`);
  return [
    [past, 'past'],
    [lemma, 'base'],
    [`${stem}ing`, 'ing'],
    [third, 'third'],
  ];
}
