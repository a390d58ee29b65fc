import { Act, type Surroundings } from './act.js';
import { readCode } from './code/read_code.js';
import { type Deed, type Reading, UNKNOWN } from './deed.js';
import { Downloads, isFetcher } from './downloads.js';
import { equivalentDeeds } from './equivalent_deeds.js';
import type { Answer, Asking, Guard, Question } from './guard.js';
import { formOfText, isJson } from './not_shell.js';
import { readCommand } from './reading/read_command.js';
import { WrittenFiles } from './reading/written_files.js';
import type { Rule } from './rule.js';
import { ORDER, RuleBook } from './rule_book.js';
import { shippedRules } from './rules/shipped.js';
import type { PhraseRule } from './text/finding.js';
import { readText } from './text/read_text.js';
import { isUndecided, suspected } from './unverifiable.js';

type Format = Answer['format'];
type Denial = Extract<Answer, { verdict: 'deny' }>;

const WORKSPACE = '/work';
/** So many deeds of a line that cannot be read to its end are judged. */
const MOST_SHOWN = 100;
/** So many commands of a line may have programs that are not known. */
const MOST_UNKNOWN = 50;

/** What the guard itself says where no rule can be asked. */
const OWN = {
  category: 'unreadable',
  severity: 'severe',
  code: 'destructive_operation_blocked',
} as const;

/** Rule of the answer to a command that cannot be read to its end. */
const UNREADABLE = 'unreadable-command';

/** The answer to a text that no shell reads: refused, since it cannot be judged, and told apart from what is dangerous. */
const unparsed = (why: string, format: Format): Denial => ({
  ...OWN,
  verdict: 'deny',
  rule: 'unparsed-command',
  category: 'unparsed',
  reason: oneLine(
    `No shell reads this: ${why}. Give the command alone; what is no command belongs in a file or an answer.`,
  ),
  format,
});

const like = (form: string | undefined) => (form === undefined ? '' : `; it looks like ${form}`);

/** Opens a guard over rules; without any, over those that come with gatebench. It knows nothing yet of files and downloads. */
export function openGuard(rules: readonly Rule[] = shippedRules): Guard {
  const book = bookOf(rules);
  const files = new WrittenFiles();
  const downloads = new Downloads();

  function judgeCommand(line: string, asking: Asking, folder: string | undefined, format: Format): Answer {
    const reading = readCommand(line, { files, readCode, ...(folder !== undefined && { folder }) });
    const answer = judgeReading(reading, asking, folder, format);
    const { problem } = reading;
    if (answer.verdict === 'deny' && answer.rule === UNREADABLE && problem?.kind === 'unparsable')
      return unparsed(`${problem.detail.replace(/^cannot be parsed: /, '')}${like(formOfText(line))}`, format);
    // Bash would read it, as words; what substitutions in it do has been judged.
    return answer.verdict === 'allow' && format === 'code' && isJson(line) ? unparsed('it is JSON', format) : answer;
  }

  function judgeReading(
    { deeds, problem }: Reading,
    asking: Asking,
    folder: string | undefined,
    format: Format,
  ): Answer {
    const around: Surroundings = {
      workspace: asking.workspace ?? WORKSPACE,
      folder,
      deeds,
      downloads,
      fetched: deeds.some(isFetcher),
    };
    let worst: Rule | undefined;
    let guess: Rule | undefined;
    let unknown = 0;
    let undecided: Deed | undefined;
    /** Deeds that do what they say. */
    const done: Deed[] = [];
    // What is refused in any case is looked at no further than it takes to say why.
    for (const deed of problem ? deeds.slice(0, MOST_SHOWN) : deeds) {
      const act = new Act(deed, around);
      worst = book.worse(worst, book.broken(act, asking.trust));
      if (!act.asksForHelp && !act.isDryRun) done.push(deed);
      if (!guess && deed.program.includes(UNKNOWN)) {
        unknown += 1;
        if (unknown <= MOST_UNKNOWN) guess = suspected(deed, around, (act) => book.broken(act, asking.trust));
      }
      if (isUndecided(deed, around, (act, which) => book.mayBreak(act, which, asking.trust))) undecided ??= deed;
      downloads.note(deed);
      if (worst?.severity === 'catastrophic') break;
    }
    if (worst?.severity !== 'catastrophic')
      for (const deed of equivalentDeeds(done, deeds))
        worst = book.worse(worst, book.broken(new Act(deed, around), asking.trust));
    if (worst) return denial(worst, format);
    if (problem) return unreadable(`is too much to read: ${problem.detail}`, format);
    if (undecided) {
      const program = undecided.program.includes(UNKNOWN) ? 'a program' : undecided.program.slice(0, 40);
      return unreadable(`cannot be read to its end: what ${program} is given, or where it runs, is not known`, format);
    }
    if (!guess && unknown <= MOST_UNKNOWN) return { verdict: 'allow', format };
    return {
      ...OWN,
      verdict: 'deny',
      rule: 'unverifiable-command',
      reason: `Nobody can say before it runs which program this is, and it may be a dangerous one. ${guess?.explanation ?? 'Write the names of programs.'}`,
      format,
    };
  }

  function judgeWrite(path: string, content: string | undefined, asking: Asking): Answer {
    const answer = judgeReading({ deeds: [editOf(path)] }, asking, undefined, 'code');
    if (answer.verdict === 'deny' || content === undefined) return answer;
    const { workspace = WORKSPACE } = asking;
    const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
    for (const name of new Set([path, inside, `${workspace}/${inside}`])) files.write(name, content);
    return answer;
  }

  /** What a text says that is going to be done, and the commands in it. The most severe first. */
  function judgeText(text: string, asking: Asking): Answer {
    const format = 'natural_text';
    const added = book.phrases(asking.trust);
    const { findings, commands, problem } = readText(text, added);
    // Rules that were added say more of the case than those for everybody.
    const own = (id: string) => (added.some((rule) => rule.id === id) ? 0 : 1);
    const found = findings.map(({ rule }) => denial(rule, format)).sort((a, b) => own(a.rule) - own(b.rule));
    for (const { command } of commands) {
      const answer = judgeCommand(command, asking, undefined, format);
      if (answer.verdict === 'deny') found.push(answer);
    }
    if (found.length > 0)
      return found.reduce((worst, other) => (ORDER[other.severity] < ORDER[worst.severity] ? other : worst));
    if (problem === undefined) return { verdict: 'allow', format };
    return {
      ...OWN,
      verdict: 'deny',
      rule: 'unreadable-text',
      reason: 'The text is too long to be judged. Say it in parts.',
      format,
    };
  }

  return {
    judge(question: Question, asking: Asking): Answer {
      if ('command' in question) return judgeCommand(question.command, asking, question.folder, 'code');
      if ('write' in question) return judgeWrite(question.write, question.content, asking);
      return judgeText(question.text, asking);
    },
  };
}

const unreadable = (how: string, format: Format): Denial => ({
  ...OWN,
  verdict: 'deny',
  rule: UNREADABLE,
  reason: oneLine(`The command ${how}. Write it plainly, or in several steps.`),
  format,
});

/** Rules in their order cost more than most questions. */
const books = new WeakMap<readonly Rule[], RuleBook>();

function bookOf(rules: readonly Rule[]): RuleBook {
  const book = books.get(rules) ?? new RuleBook(rules);
  books.set(rules, book);
  return book;
}

/** An edit tool, as a deed. */
const editOf = (path: string): Deed => ({
  program: 'edit-tool',
  path: 'edit-tool',
  args: [],
  redirects: [{ kind: 'write', path: { text: path, glob: false } }],
  environment: {},
  via: [],
  source: 'shell',
});

const denial = (
  { id, category, severity, code, explanation }: Omit<PhraseRule, 'phrases'>,
  format: Format,
): Denial => ({
  verdict: 'deny',
  rule: id,
  category,
  severity,
  code,
  reason: oneLine(explanation),
  format,
});

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
