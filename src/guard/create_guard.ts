import { DEFAULT_WORKSPACE_ROOT } from '../contract/input/get_workspace_root.js';
import { readCode } from './code/read_code.js';
import { detectTextForm, isJsonText } from './detect_text_form.js';
import { createSyntheticInvocations } from './effects/create_synthetic_invocations.js';
import { Downloads, isDownloader } from './effects/downloads.js';
import { LateError, readInTime } from './end_in_time.js';
import { type Guard, type GuardRequest, type GuardVerdict, type Principal, SEVERITY_ORDER } from './guard.js';
import { createShellInvocation, createWord, type Invocation, type ParsedCommand, UNKNOWN_VALUE } from './invocation.js';
import { memoize } from './memoize.js';
import type { GuardRule, PhraseRule } from './rules/guard_rule.js';
import { RuleBook } from './rules/rule_book.js';
import { type RuleContext, RuleSubject } from './rules/rule_subject.js';
import shippedRules from './rules/shipped_rules.json' with { type: 'json' };
import { WrittenFiles } from './shell/model/written_files.js';
import { readCommand } from './shell/read_command.js';
import { splitLongLine } from './shell/syntax/parse_script.js';
import { analyseText } from './text/analyse_text.js';
import { vocabulary } from './vocabulary/vocabulary.js';

/** Rules that come with gatebench: data/guard/rules, whose format and examples are tested. */
export const shippedGuardRules = shippedRules as readonly unknown[] as readonly GuardRule[];

type Denial = Extract<GuardVerdict, { verdict: 'deny' }>;

/** Asker of a request, its folder, and its form. */
interface Question {
  principal: Principal;
  folder: string | undefined;
  format: GuardVerdict['format'];
}

const MOST_SHOWN = 100;
const MOST_UNKNOWN = 50;

/** Creates a guard over rules, by default the shipped ones. It knows no files or downloads yet. */
export const createGuard = (rules: readonly GuardRule[] = shippedGuardRules): Guard => new Judge(getRuleBook(rules));

/** Rule books by rules; sorting the rules costs more than most requests. */
const getRuleBook = memoize((rules: readonly GuardRule[]) => new RuleBook(rules), new WeakMap());

/** Judge of the requests of one attempt, who remembers the files that they write and download. */
class Judge implements Guard {
  private readonly files = new WrittenFiles();
  private readonly downloads = new Downloads();
  /** The last parsed command, with the version of the files at that time. */
  private latest: { line: string; folder: string | undefined; version: number; reading: ParsedCommand } | undefined;

  constructor(private readonly book: RuleBook) {}

  judge(request: GuardRequest, principal: Principal): GuardVerdict {
    const format = 'text' in request ? 'natural_text' : 'code';
    const text = 'command' in request ? request.command : 'write' in request ? (request.content ?? '') : request.text;
    try {
      return readInTime(text, () => {
        if (!('command' in request))
          return 'write' in request ? this.judgeWrite(request, principal) : this.judgeText(text, principal);
        return this.judgeCommand(text, { principal, folder: request.folder, format }, request.reading);
      });
    } catch (error) {
      if (!(error instanceof LateError)) throw error;
      return refuse(format === 'code' ? 'unreadable-command' : 'unreadable-text', 'takes too long to read', format);
    }
  }

  parse(line: string, folder?: string): ParsedCommand {
    const { latest, files } = this;
    if (latest?.line === line && latest.folder === folder && latest.version === files.version) return latest.reading;
    const reading = readCommand(line, { files, readCode, folder });
    this.latest = { line, folder, version: files.version, reading };
    return reading;
  }

  private judgeCommand(line: string, question: Question, reading = this.parse(line, question.folder)): GuardVerdict {
    const { format } = question;
    const answer = this.judgeReading(reading, question);
    const { problem } = reading;
    if (problem && problem.kind !== 'unparsable' && !isCatastrophic(answer)) {
      const worse = this.judgeParts(line, question);
      if (worse) return worse;
    }
    if (answer.verdict === 'deny' && answer.rule === 'unreadable-command' && problem?.kind === 'unparsable') {
      const form = detectTextForm(line);
      const detail = problem.detail.replace(/^cannot be parsed: /, '');
      return refuse('unparsed-command', form === undefined ? detail : `${detail}; it looks like ${form}`, format);
    }
    // Bash would accept JSON as words; substitutions in it have been judged.
    return answer.verdict === 'allow' && format === 'code' && isJsonText(line)
      ? refuse('unparsed-command', 'it is JSON', format)
      : answer;
  }

  /** Judges the parts of a line that is too much to parse, for catastrophic ones alone; nothing else is certain. */
  private judgeParts(line: string, question: Question): GuardVerdict | undefined {
    const readPart = (part: string) => readCommand(part, { readCode, folder: question.folder });
    for (const part of splitLongLine(line)) {
      const whole = readPart(part.join('\n'));
      // A single line may make the whole part unparsable.
      for (const { invocations, problem } of whole.problem ? part.map(readPart) : [whole]) {
        if (problem?.kind === 'unparsable') continue;
        const answer = this.judgeReading({ invocations }, question);
        if (isCatastrophic(answer)) return answer;
      }
    }
    return undefined;
  }

  private judgeReading({ invocations, problem }: ParsedCommand, question: Question): GuardVerdict {
    const { principal, folder, format } = question;
    const context: RuleContext = {
      workspace: principal.workspace ?? DEFAULT_WORKSPACE_ROOT,
      folder,
      invocations,
      downloads: this.downloads,
      fetched: invocations.some(isDownloader),
    };
    // A line that was not read completely is denied anyway; enough is examined to give a reason.
    const examined = problem ? invocations.slice(0, MOST_SHOWN) : invocations;
    const { worst, guess, unknown, undecided } = this.examine(examined, context, principal);
    if (worst) return denyByRule(worst, format);
    if (problem) return refuse('unreadable-command', `is too much to read: ${problem.detail}`, format);
    if (undecided) {
      const program = undecided.program.includes(UNKNOWN_VALUE) ? 'a program' : undecided.program.slice(0, 40);
      const detail = `what ${program} is given, or where it runs, is not known`;
      return refuse('unreadable-command', `cannot be read to its end: ${detail}`, format);
    }
    if (!guess && unknown <= MOST_UNKNOWN) return { verdict: 'allow', format };
    return refuse('unverifiable-command', guess?.explanation ?? 'Write the names of programs.', format);
  }

  /** Finds the worst rule that invocations break, what an unknown program may break, and what cannot be decided. */
  private examine(examined: readonly Invocation[], context: RuleContext, principal: Principal) {
    const { book } = this;
    let worst: GuardRule | undefined;
    let guess: GuardRule | undefined;
    let undecided: Invocation | undefined;
    let unknown = 0;
    const effective: Invocation[] = [];
    for (const invocation of examined) {
      const subject = new RuleSubject(invocation, context);
      worst = book.selectWorse(worst, book.findBrokenRule(subject, principal));
      if (subject.purpose === undefined) effective.push(invocation);
      if (!guess && invocation.program.includes(UNKNOWN_VALUE)) {
        unknown += 1;
        if (unknown <= MOST_UNKNOWN) guess = book.findWorstCaseRule(invocation, context, principal);
      }
      if (book.hasUnreadRisk(invocation, context, principal)) undecided ??= invocation;
      this.downloads.record(invocation);
      if (worst?.severity === 'catastrophic') break;
    }
    if (worst?.severity !== 'catastrophic')
      for (const invocation of createSyntheticInvocations(effective, context))
        worst = book.selectWorse(worst, book.findBrokenRule(new RuleSubject(invocation, context), principal));
    return { worst, guess, unknown, undecided };
  }

  private judgeWrite(request: Extract<GuardRequest, { write: string }>, principal: Principal): GuardVerdict {
    const { write: path, content, replaces } = request;
    const edit = createShellInvocation('edit-tool', [], [{ kind: 'write', path: createWord(path) }]);
    const answer = this.judgeReading({ invocations: [edit] }, { principal, folder: undefined, format: 'code' });
    if (answer.verdict === 'deny' || content === undefined) return answer;
    const { workspace = DEFAULT_WORKSPACE_ROOT } = principal;
    const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
    const { files } = this;
    for (const name of new Set([path, inside, `${workspace}/${inside}`])) {
      const text = files.written(name)?.text;
      if (replaces === undefined) files.write(name, content);
      // Where its position is unknown, the file contains it.
      else if (replaces === '' || !text?.includes(replaces)) files.append(name, `\n${content}\n`);
      else files.write(name, text.replace(replaces, content.replaceAll('$', '$$$$')));
    }
    return answer;
  }

  /** Judges the acts and commands that a text announces. Returns the most severe verdict. */
  private judgeText(text: string, principal: Principal): GuardVerdict {
    const format = 'natural_text';
    const added = this.book.getPhraseRules(principal);
    const { findings, commands, problem } = analyseText(text, added, principal.trust);
    const [worst] = [
      ...findings.map((rule) => denyByRule(rule, format)),
      ...commands.map((command) => this.judgeCommand(command, { principal, folder: undefined, format })),
    ]
      .filter((answer) => answer.verdict === 'deny')
      .sort((a, b) => SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity]);
    if (worst) return worst;
    return problem ? refuse('unreadable-text', '', format) : { verdict: 'allow', format };
  }
}

const isCatastrophic = (answer: GuardVerdict) => answer.verdict === 'deny' && answer.severity === 'catastrophic';

/** Denies where no rule of the book applies; the category of what is no shell differs from that of commands. */
function refuse(id: keyof typeof vocabulary.refusals, detail: string, format: Question['format']): Denial {
  const category = id === 'unparsed-command' ? 'unparsed' : 'unreadable';
  const explanation = vocabulary.refusals[id].replace('$', () => detail);
  return denyByRule({ id, category, severity: 'severe', code: 'destructive_operation_blocked', explanation }, format);
}

function denyByRule(rule: Omit<PhraseRule, 'phrases'>, format: Question['format']): Denial {
  const { id, category, severity, code, explanation } = rule;
  const reason = explanation.replace(/\s+/g, ' ').trim();
  return { verdict: 'deny', rule: id, category, severity, code, reason, format };
}
