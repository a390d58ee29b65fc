import words from './assertion_words.json' with { type: 'json' };

/** Compiles lists of names to expressions that match one of them as a whole. */
const compileLists = <K extends string>(lists: Record<K, string[]>): Record<K, RegExp> => {
  const compiled = Object.entries<string[]>(lists).map(([name, list]) => [name, new RegExp(`^(${list.join('|')})$`)]);
  return Object.fromEntries(compiled) as Record<K, RegExp>;
};

/** Names of test files by their kind and language, from `data/assertions.yml`. */
export const assertionWords = {
  javascript: compileLists(words.javascript),
  python: compileLists(words.python),
  shell: compileLists(words.shell),
};

/** Finds the assertion, or the literal, that holds where another does not; undefined if there is none. */
export function findOpposite(kind: keyof typeof words.opposites, name: string): string | undefined {
  const pair = words.opposites[kind].find((each) => each.includes(name));
  return pair?.find((each) => each !== name);
}
