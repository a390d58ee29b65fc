import { getGrammar, parseProgramArguments } from '../arguments/program_arguments.js';
import type { Invocation } from '../invocation.js';
import { forms, vocabulary } from '../vocabulary/vocabulary.js';

const { clientWords } = vocabulary;
/** Words that a subcommand has at most: `gcloud alpha iam service-accounts keys delete`. */
const MOST_WORDS = 6;

/** Returns true if a client of a remote service is asked to destroy what the service keeps. */
export function isServiceDeletion(program: string, { path, args }: Pick<Invocation, 'path' | 'args'>): boolean {
  const client = vocabulary.clients.get(program);
  if (!client || (forms.own_program.test(path) && !clientWords.project.has(program))) return false;
  const words = parseProgramArguments(getGrammar(program) ? program : 'client', args)
    .operands.slice(0, client.words ?? MOST_WORDS)
    .map(({ text }) => text);
  const subcommand = words.join(' ');
  if (client.spares?.some((spared) => subcommand === spared || subcommand.startsWith(`${spared} `))) return false;
  for (const word of words) {
    if (!forms.subcommand_word.test(word)) return false;
    if (client.verbs?.some((verb) => word === verb || word.endsWith(`:${verb}`))) return true;
    const parts = splitWord(word);
    const isOther = clientWords.others.has(word) || (parts.length > 1 && clientWords.others.has(`${parts[0]}-`));
    if (isOther || clientWords.local.has(word)) {
      if (!client.nouns?.includes(word)) return false;
    } else if (clientWords.destroys.has(parts[0]!) || clientWords.destroys.has(parts.at(-1)!)) return true;
  }
  return false;
}

/** Splits `delete-bucket`, `DeleteInstance`, `bucket_delete`, and the last part of `apps:destroy` and `vm.destroy`. */
function splitWord(word: string): readonly string[] {
  const name = word.replace(/^.*[:.]/, '').replace(/([a-z])([A-Z])/g, '$1-$2');
  return name.toLowerCase().split(/[-_]/);
}
