import { DEFAULT_WORKSPACE_ROOT } from '../contract/get_workspace_root.js';
import { readCode } from './code/read_code.js';
import { detectTextForm, isJsonText } from './detect_text_form.js';
import { createSyntheticInvocations } from './effects/create_synthetic_invocations.js';
import { Downloads, isDownloader } from './effects/downloads.js';
import type { Guard, GuardRequest, GuardVerdict, Principal } from './guard.js';
import { type Invocation, type ParsedCommand, UNKNOWN_VALUE } from './invocation.js';
import { findWorstCaseRule, hasUnreadRisk } from './rules/find_worst_case_rule.js';
import type { GuardRule } from './rules/guard_rule.js';
import { RuleBook, SEVERITY_ORDER } from './rules/rule_book.js';
import { type RuleContext, RuleSubject } from './rules/rule_subject.js';
import { shippedGuardRules } from './rules/shipped_guard_rules.js';
import { WrittenFiles } from './shell/model/written_files.js';
import { readCommand } from './shell/read_command.js';
import { splitLongLine } from './shell/syntax/split_long_line.js';
import { analyseText } from './text/analyse_text.js';
import type { PhraseRule } from './text/text_analysis.js';

type RequestFormat = GuardVerdict['format'];
type Denial = Extract<GuardVerdict, { verdict: 'deny' }>;

/** Most invocations that are judged of a line that was not read completely. */
const MOST_SHOWN = 100;
/** Most commands of a line with an unknown program. */
const MOST_UNKNOWN = 50;

/** Verdict of the guard itself where no rule applies. */
const OWN_REFUSAL = { category: 'unreadable', severity: 'severe', code: 'destructive_operation_blocked' } as const;

/** Rule of the verdict on a command that was not read completely. */
const UNREADABLE = 'unreadable-command';

/** Denies a text that is no shell; its category differs from that of dangerous commands. */
const denyUnparsed = (why: string, format: RequestFormat): Denial => ({
  ...OWN_REFUSAL,
  verdict: 'deny',
  rule: 'unparsed-command',
  category: 'unparsed',
  reason: oneLine(
    `No shell reads this: ${why}. Give the command alone; what is no command belongs in a file or an answer.`,
  ),
  format,
});

const describeForm = (form: string | undefined) => (form === undefined ? '' : `; it looks like ${form}`);

/** Creates a guard over rules, by default the shipped ones. It knows no files or downloads yet. */
export function createGuard(rules: readonly GuardRule[] = shippedGuardRules): Guard {
  const book = getRuleBook(rules);
  const files = new WrittenFiles();
  const downloads = new Downloads();

  /** The last parsed command, with the version of the files at that time. */
  let latest: { line: string; folder: string | undefined; version: number; reading: ParsedCommand } | undefined;

  function read(line: string, folder?: string): ParsedCommand {
    if (latest?.line === line && latest.folder === folder && latest.version === files.version) return latest.reading;
    const reading = readCommand(line, { files, readCode, ...(folder !== undefined && { folder }) });
    latest = { line, folder, version: files.version, reading };
    return reading;
  }

  function judgeCommand(
    line: string,
    principal: Principal,
    folder: string | undefined,
    format: RequestFormat,
    reading = read(line, folder),
  ): GuardVerdict {
    const answer = judgeParsed(reading, principal, folder, format);
    const { problem } = reading;
    if (problem && problem.kind !== 'unparsable' && !isCatastrophic(answer)) {
      const worse = judgeParts(line, principal, folder, format);
      if (worse) return worse;
    }
    if (answer.verdict === 'deny' && answer.rule === UNREADABLE && problem?.kind === 'unparsable')
      return denyUnparsed(
        `${problem.detail.replace(/^cannot be parsed: /, '')}${describeForm(detectTextForm(line))}`,
        format,
      );
    // Bash would accept JSON as words; substitutions in it have been judged.
    return answer.verdict === 'allow' && format === 'code' && isJsonText(line)
      ? denyUnparsed('it is JSON', format)
      : answer;
  }

  /** Judges the parts of a line that is too much to parse, for catastrophic ones alone; nothing else is certain. */
  function judgeParts(
    line: string,
    principal: Principal,
    folder: string | undefined,
    format: RequestFormat,
  ): GuardVerdict | undefined {
    const readPart = (part: string) => readCommand(part, { readCode, ...(folder !== undefined && { folder }) });
    for (const part of splitLongLine(line)) {
      const together = readPart(part.join('\n'));
      // A single line may make the whole part unparsable.
      for (const { invocations, problem } of together.problem ? part.map(readPart) : [together]) {
        if (problem?.kind === 'unparsable') continue;
        const answer = judgeParsed({ invocations: invocations }, principal, folder, format);
        if (isCatastrophic(answer)) return answer;
      }
    }
    return undefined;
  }

  function judgeParsed(
    { invocations, problem }: ParsedCommand,
    principal: Principal,
    folder: string | undefined,
    format: RequestFormat,
  ): GuardVerdict {
    const context: RuleContext = {
      workspace: principal.workspace ?? DEFAULT_WORKSPACE_ROOT,
      folder,
      invocations: invocations,
      downloads,
      fetched: invocations.some(isDownloader),
    };
    let worst: GuardRule | undefined;
    let guess: GuardRule | undefined;
    let unknown = 0;
    let undecided: Invocation | undefined;
    /** Deeds that do what they say. */
    const done: Invocation[] = [];
    // The line is denied anyway; examine only enough to give a reason.
    for (const invocation of problem ? invocations.slice(0, MOST_SHOWN) : invocations) {
      const subject = new RuleSubject(invocation, context);
      worst = book.selectWorse(worst, book.findBrokenRule(subject, principal.trust));
      if (!subject.isHelpRequest && !subject.isDryRun) done.push(invocation);
      if (!guess && invocation.program.includes(UNKNOWN_VALUE)) {
        unknown += 1;
        if (unknown <= MOST_UNKNOWN)
          guess = findWorstCaseRule(invocation, context, (subject) => book.findBrokenRule(subject, principal.trust));
      }
      if (hasUnreadRisk(invocation, context, (subject, which) => book.canBreak(subject, which, principal.trust)))
        undecided ??= invocation;
      downloads.record(invocation);
      if (worst?.severity === 'catastrophic') break;
    }
    if (worst?.severity !== 'catastrophic')
      for (const invocation of createSyntheticInvocations(done, invocations))
        worst = book.selectWorse(worst, book.findBrokenRule(new RuleSubject(invocation, context), principal.trust));
    if (worst) return denyByRule(worst, format);
    if (problem) return denyUnreadable(`is too much to read: ${problem.detail}`, format);
    if (undecided) {
      const program = undecided.program.includes(UNKNOWN_VALUE) ? 'a program' : undecided.program.slice(0, 40);
      return denyUnreadable(
        `cannot be read to its end: what ${program} is given, or where it runs, is not known`,
        format,
      );
    }
    if (!guess && unknown <= MOST_UNKNOWN) return { verdict: 'allow', format };
    return {
      ...OWN_REFUSAL,
      verdict: 'deny',
      rule: 'unverifiable-command',
      reason: `Nobody can say before it runs which program this is, and it may be a dangerous one. ${guess?.explanation ?? 'Write the names of programs.'}`,
      format,
    };
  }

  function judgeWrite(
    path: string,
    content: string | undefined,
    replaces: string | undefined,
    principal: Principal,
  ): GuardVerdict {
    const answer = judgeParsed({ invocations: [toEditInvocation(path)] }, principal, undefined, 'code');
    if (answer.verdict === 'deny' || content === undefined) return answer;
    const { workspace = DEFAULT_WORKSPACE_ROOT } = principal;
    const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
    for (const name of new Set([path, inside, `${workspace}/${inside}`])) {
      const before = replaces === undefined ? undefined : files.read(name);
      if (replaces === undefined) files.write(name, content);
      else if (replaces !== '' && before?.includes(replaces))
        files.write(
          name,
          before.replace(replaces, () => content),
        );
      // Its position is unknown, but the file contains it.
      else files.append(name, `\n${content}\n`);
    }
    return answer;
  }

  /** Judges the acts and commands that a text announces. Returns the most severe verdict. */
  function judgeText(text: string, principal: Principal): GuardVerdict {
    const format = 'natural_text';
    const added = book.getPhraseRules(principal.trust);
    const { findings, commands, problem } = analyseText(text, added);
    // Added rules are more specific than shipped ones.
    const own = (id: string) => (added.some((rule) => rule.id === id) ? 0 : 1);
    const found = findings.map(({ rule }) => denyByRule(rule, format)).sort((a, b) => own(a.rule) - own(b.rule));
    for (const { command } of commands) {
      const answer = judgeCommand(command, principal, undefined, format);
      if (answer.verdict === 'deny') found.push(answer);
    }
    if (found.length > 0)
      return found.reduce((worst, other) =>
        SEVERITY_ORDER[other.severity] < SEVERITY_ORDER[worst.severity] ? other : worst,
      );
    if (problem === undefined) return { verdict: 'allow', format };
    return {
      ...OWN_REFUSAL,
      verdict: 'deny',
      rule: 'unreadable-text',
      reason: 'The text is too long to be judged. Say it in parts.',
      format,
    };
  }

  return {
    judge(request: GuardRequest, principal: Principal): GuardVerdict {
      if ('command' in request)
        return judgeCommand(request.command, principal, request.folder, 'code', request.reading);
      if ('write' in request) return judgeWrite(request.write, request.content, request.replaces, principal);
      return judgeText(request.text, principal);
    },
    parse: read,
  };
}

const isCatastrophic = (answer: GuardVerdict) => answer.verdict === 'deny' && answer.severity === 'catastrophic';

const denyUnreadable = (how: string, format: RequestFormat): Denial => ({
  ...OWN_REFUSAL,
  verdict: 'deny',
  rule: UNREADABLE,
  reason: oneLine(`The command ${how}. Write it plainly, or in several steps.`),
  format,
});

/** Rule books by rules; sorting the rules costs more than most requests. */
const ruleBooks = new WeakMap<readonly GuardRule[], RuleBook>();

function getRuleBook(rules: readonly GuardRule[]): RuleBook {
  const book = ruleBooks.get(rules) ?? new RuleBook(rules);
  ruleBooks.set(rules, book);
  return book;
}

/** Returns the invocation that stands for an edit tool. */
const toEditInvocation = (path: string): Invocation => ({
  program: 'edit-tool',
  path: 'edit-tool',
  args: [],
  redirects: [{ kind: 'write', path: { text: path, glob: false } }],
  environment: {},
  wrappers: [],
  language: 'shell',
});

const denyByRule = (
  { id, category, severity, code, explanation }: Omit<PhraseRule, 'phrases'>,
  format: RequestFormat,
): Denial => ({ verdict: 'deny', rule: id, category, severity, code, reason: oneLine(explanation), format });

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
