/** Words at the end of a verb's help that say what its exit codes mean. */
const EXIT_CODES = /^Exit codes: (.*)$/m;

const cell = (text) => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');

const longOf = ({ flag = '' }) => /--[a-z-]+/.exec(flag)?.[0];

/** Lists verbs that run something, with the names of those above them. */
const listVerbs = (verbs, above = '') =>
  verbs.flatMap((verb) => {
    const name = `${above}${verb.name}`;
    return [...(verb.run === undefined ? [] : [{ ...verb, name }]), ...listVerbs(verb.verbs ?? [], `${name} `)];
  });

/**
 * Renders docs/reference/commands.md.
 *
 * @param verbs verbs of the command line, as src/cli has them
 * @param table options that several verbs share, as src/commands/options has them
 */
export function renderCommandReference({ first, more }, table) {
  const verbs = listVerbs([...first, ...more]);
  const verbRows = verbs.map(({ name, args = [], help, more: text = '' }) => {
    const usage = [name, ...args.map(([argument]) => argument)].join(' ');
    return `| \`${cell(usage)}\` | ${cell(help)} | ${cell(EXIT_CODES.exec(text)?.[1] ?? '')} |`;
  });
  const optionRows = Object.values(table).flatMap(({ flag, help }) => {
    const users = verbs.filter(({ options = [] }) => options.some((option) => longOf(option) === longOf({ flag })));
    if (flag === undefined || users.length < 2) return [];
    return [`| \`${cell(flag)}\` | ${cell(help)} | ${users.map(({ name }) => `\`${name}\``).join(', ')} |`];
  });
  return [
    '# Commands',
    '',
    'This page is made from the command line by `node scripts/command-docs.mjs`. `gatebench VERB --help` prints the options',
    'of a verb with an example.',
    '',
    'Exit codes of all verbs: 0 yes · 1 no · 2 your mistake · 3 undecided · 130 interrupted. The table says what *yes*, *no*',
    'and *undecided* mean for each verb.',
    '',
    '## Verbs',
    '',
    '| verb | does | exit codes |',
    '|---|---|---|',
    ...verbRows,
    '',
    '## Options that several verbs share',
    '',
    'An option is called the same and takes the same values wherever it is. A verb may say more about it in its help.',
    '',
    '| option | meaning | verbs |',
    '|---|---|---|',
    ...optionRows,
    '',
  ].join('\n');
}
