import { parseProgramArguments } from '../arguments/program_arguments.js';
import type { ExpandedWord } from '../invocation.js';
import { vocabulary } from '../vocabulary/vocabulary.js';

const { clients, destroyingVerbs, otherVerbs, localNouns } = vocabulary;
/** Words that a subcommand has at most: `gcloud alpha iam service-accounts keys delete`. */
const MOST_WORDS = 6;
const SUBCOMMAND_WORD = /^[a-zA-Z][\w:.-]*$/;

/** Returns true if a client of a remote service is asked to destroy what the service keeps. */
export function isServiceDeletion(program: string, args: readonly ExpandedWord[]): boolean {
  const client = clients.get(program);
  if (!client) return false;
  const grammar = vocabulary.grammars.has(vocabulary.grammarAliases.get(program) ?? program) ? program : 'client';
  const words = parseProgramArguments(grammar, args)
    .operands.slice(0, MOST_WORDS)
    .map(({ text }) => text);
  const subcommand = words.join(' ');
  if (client.spares?.some((spared) => subcommand === spared || subcommand.startsWith(`${spared} `))) return false;
  for (const word of words) {
    if (!SUBCOMMAND_WORD.test(word)) return false;
    const isNoun = client.nouns?.includes(word) === true;
    if (isDestroying(word) || client.verbs?.some((verb) => word === verb || word.endsWith(`:${verb}`))) return true;
    if (!isNoun && (otherVerbs.has(word) || localNouns.has(word))) return false;
  }
  return false;
}

/** Returns true for `delete`, `delete-bucket`, `DeleteInstance`, `bucket-delete`, `apps:destroy` and `vm.destroy`. */
function isDestroying(word: string): boolean {
  const parts = word
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[:.]/)
    .at(-1)!
    .split(/[-_]/);
  return destroyingVerbs.has(parts[0]!) || destroyingVerbs.has(parts.at(-1)!);
}
