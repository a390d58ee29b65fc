import { type Named, nameAgain } from './antecedents.js';
import type { PhraseRule, TextReading } from './finding.js';
import { isIntended, leadsToMention, speaksOnly } from './intention.js';
import { compile, findPhrase, type Lexicon } from './phrase_search.js';
import { phraseRules } from './phrases.js';
import { type Fence, readParts, type Sentence, type TextWord } from './sentences.js';

/** So many findings are told of one text. */
const MOST_FINDINGS = 64;
/** Longer texts are not read, in UTF-16 units. */
const MOST_TEXT = 65_536;
/** Sentences, items, and fences of one text. */
const MOST_PARTS = 5000;
/** Verbs that phrases begin with are looked at so often in one text. */
const MOST_VERBS = 1500;
const SHOWN_CHARACTERS = 120;
/** Verbs that make a command in backticks one that will be run. */
const RUNS = compile([
  {
    id: 'run',
    category: '',
    severity: 'risky',
    code: 'destructive_operation_blocked',
    explanation: '',
    phrases: [
      {
        verbs: [
          'run',
          'execute',
          'use',
          'do',
          'invoke',
          'call',
          'type',
          'issue',
          'launch',
          'try',
          'start',
          'perform',
          'enter',
          'apply',
          'finish with',
        ],
        objects: [],
      },
    ],
  },
]);
const SHELLS = new Set(['', 'sh', 'bash', 'zsh', 'shell', 'console', 'terminal', 'shell-session', 'shellscript']);
const PROGRAMS: Readonly<Record<string, string>> = {
  python: 'python3 -c',
  py: 'python3 -c',
  js: 'node -e',
  javascript: 'node -e',
  sql: 'psql -c',
};

const standard = compile(phraseRules);
const compiled = new WeakMap<readonly PhraseRule[], Lexicon>();

/**
 * What a text says is going to be done: plans, requests, orders. Found is a verb that is meant (an order, "I will", "let's",
 * "need to"), with an object of the same clause that makes it dangerous. What is denied, asked, described, reported, quoted, or
 * documented is not found. Commands that the text says will be run are given back for the guard.
 *
 * @param more rules besides the ones that are shipped
 */
export function readText(text: string, more: readonly PhraseRule[] = []): TextReading {
  if (text.length > MOST_TEXT) return { findings: [], commands: [], problem: 'too-long' };
  let verbs = 0;
  const findings: TextReading['findings'] = [];
  const commands: TextReading['commands'] = [];
  const lexicons = [standard, ...(more.length > 0 ? [lexiconOf(more)] : [])];
  // Whether what follows a line that ends with a colon, or a heading, is only spoken of.
  let mentions = false;
  let intended = true;
  // What "it" and "them" of the next sentence may stand for.
  let spokenOf: Named | undefined;
  const parts = readParts(text);
  if (parts.length > MOST_PARTS) return { findings, commands, problem: 'too-much' };
  for (const part of parts) {
    if (findings.length >= MOST_FINDINGS) break;
    if (part.kind === 'prompt') {
      if (!mentions) commands.push({ command: part.prompt.command, span: part.prompt });
      continue;
    }
    if (part.kind === 'fence') {
      if (!mentions && intended) commands.push(...commandsOf(part.fence));
      continue;
    }
    const { sentence, named } = nameAgain(part.sentence, spokenOf);
    spokenOf = named;
    const under = mentions && sentence.item;
    if (sentence.heading || !sentence.item) mentions = (sentence.leads || sentence.heading) && leadsToMention(sentence);
    if (under || sentence.heading) continue;
    const speaks = speaksOnly(sentence);
    intended = !speaks && (sentence.leads ? !mentions : intendsToRun(sentence));
    if (speaks) continue;
    verbs += sentence.words.filter(({ text: word }) => standard.has(word)).length;
    if (verbs > MOST_VERBS) return { findings, commands, problem: 'too-much' };
    for (const lexicon of lexicons)
      for (const found of findPhrase(lexicon, sentence.words)) {
        if (!isIntended(sentence, found.at, found.form)) continue;
        const span = { start: sentence.words[found.at]!.start, end: sentence.words[found.end]!.end };
        findings.push({ rule: found.rule, what: shown(text.slice(span.start, span.end)), span });
      }
    commands.push(...commandsIn(sentence), ...bareCommandsIn(text, sentence));
  }
  return { findings, commands };
}

function lexiconOf(rules: readonly PhraseRule[]): Lexicon {
  const known = compiled.get(rules) ?? compile(rules);
  compiled.set(rules, known);
  return known;
}

const shown = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS - 1)}…` : line;
};

/** Code in backticks that a verb of running stands before, in the same clause. */
function commandsIn(sentence: Sentence): TextReading['commands'] {
  const { words } = sentence;
  const runs = findPhrase(RUNS, words).filter((found) => isIntended(sentence, found.at, found.form));
  return words.flatMap((word, index) => {
    if (word.kind !== 'code') return [];
    const verb = runs.findLast(({ at }) => at < index);
    const alone = words.length === 1;
    if (!alone && (!verb || !reaches(words, verb.at, index))) return [];
    return [{ command: word.text, span: { start: word.start, end: word.end } }];
  });
}

/** Programs whose names are hardly words of English where options or their usual words follow. */
const PROGRAM =
  /^(?:git|rm|sudo|curl|wget|chmod|chown|dd|mkfs(?:\.\w+)?|kubectl|docker|terraform|psql|mysql|redis-cli|npm|pip|cargo|gem|twine|aws|gcloud|az|systemctl|iptables|ufw|crontab|ssh|scp|rsync|nc|kill|pkill|killall|shred|truncate|shutdown|reboot|find|tar|cat|mv|cp|bash|sh|python3?|node|helm|gh|useradd|passwd|mount|umount|eval|openssl|gpg)$/;
const ARGUMENT = /^(?:-{1,2}[\w-]|[/~.$]|\+|[\w-]+[/.=:]|[a-z][a-z0-9]*-[a-z])/;
const SUBCOMMAND =
  /^(?:push|reset|clean|checkout|restore|branch|stash|rebase|filter-branch|filter-repo|reflog|gc|clone|pull|fetch|commit|delete|apply|scale|drain|exec|destroy|system|volume|rmi|run|publish|unpublish|yank|upload|stop|disable|mask|s3|ec2|rds|rm|prune|flushall|uninstall|release|repo|-[a-z]+)$/;

/** Commands that stand in a sentence without backticks: "then I'll run git push --force, …". */
function bareCommandsIn(text: string, sentence: Sentence): TextReading['commands'] {
  const { words } = sentence;
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    if (word.kind !== 'plain' || !PROGRAM.test(word.text) || word.stop !== undefined || next?.kind !== 'plain')
      return [];
    if (!ARGUMENT.test(next.text) && !SUBCOMMAND.test(next.text)) return [];
    // Behind "run" the command begins with the next word; else it is what is ordered itself.
    const run = at > 0 && isRun(sentence, at - 1);
    if (!run && !isIntended(sentence, at, 'base')) return [];
    let last = at + 1;
    while (
      last + 1 < words.length &&
      words[last]!.stop === undefined &&
      !/^(?:and|then|to|so|because|which|in|for|on|but|with|before|after|\d+[.)])$/.test(words[last + 1]!.text)
    )
      last += 1;
    const span = { start: word.start, end: words[last]!.end };
    return [{ command: text.slice(span.start, span.end).replace(/(?<=\w)[.!]+$/, ''), span }];
  });
}

const isRun = (sentence: Sentence, at: number): boolean =>
  findPhrase(RUNS, sentence.words.slice(at, at + 1)).some(({ form }) => isIntended(sentence, at, form));

/** Between a verb and the command nothing says that the command is of something else. */
function reaches(words: readonly TextWord[], verb: number, code: number): boolean {
  const between = words.slice(verb + 1, code);
  return (
    between.length < 24 &&
    !between.some(
      ({ text, kind }) =>
        kind === 'plain' && /^(?:not|never|instead|without|than|avoid|don't|about|whether|why)$/.test(text),
    )
  );
}

const intendsToRun = (sentence: Sentence): boolean =>
  findPhrase(RUNS, sentence.words).some((found) => isIntended(sentence, found.at, found.form));

function commandsOf({ language, code, start, end }: Fence): TextReading['commands'] {
  const program = PROGRAMS[language];
  if (program) return [{ command: `${program} '${code.replaceAll("'", `'\\''`)}'`, span: { start, end } }];
  if (!SHELLS.has(language)) return [];
  const lines = code.split('\n');
  const prompted = lines.filter((line) => /^\s*\$ /.test(line)).map((line) => line.replace(/^\s*\$ /, ''));
  const command = (prompted.length > 0 ? prompted : lines).join('\n').trim();
  return command === '' ? [] : [{ command, span: { start, end } }];
}
