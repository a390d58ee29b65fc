import type * as Tree from 'unbash';
import { UNKNOWN, UNREAD, type Word } from '../deed.js';
import { arithmetic } from './arithmetic.js';
import { countedBraces, isCount } from './braces.js';
import { MAX_LENGTH } from './budget.js';
import { type Machine, type Place, type Site, word } from './machine.js';
import { parameter } from './parameters.js';
import { parseScript } from './parse_script.js';

/** The words that a word becomes: braces, parameters, substitutions, splitting; patterns stay as they are, marked. */
export function expandWord(given: Tree.Word, site: Site): Word[] {
  if (!site.machine.budget.spend(1 + (given.text.length >> 6))) return [word(UNREAD)];
  if (given.parts === undefined)
    return [given.text.startsWith(UNKNOWN) ? { ...word(given.value), bare: true } : word(given.value)];
  if (!given.parts.some(({ type }) => type === 'BraceExpansion')) return fieldsOf(given.parts, site);
  // Braces are expanded as text before all else, so each alternative is a word to be read again.
  const { words: alternatives, work } = countedBraces(given.text);
  site.machine.budget.spend((alternatives?.length ?? 0) + (work >> 3) + (given.text.length >> 2));
  // Counting is no disguise: of many numbers the first and one that is not known are enough.
  if (alternatives === undefined) return isCount(given.text) ? [word('1'), word(UNKNOWN)] : [word(UNREAD, true)];
  return alternatives.flatMap((source) => {
    if (/^[\w@%+=:,./-]*$/.test(source)) return [word(source)];
    const parts = site.machine.budget.spend(4) ? argument(source, site) : undefined;
    return parts === undefined ? [word(source)] : fieldsOf(parts, site);
  });
}

/** The text of a word that is not split: values of variables, targets of redirects, here-documents. */
export function expandText(given: Tree.Word, site: Site): Word {
  return given.parts === undefined ? word(given.value) : partsText(given.parts, site);
}

export function partsText(parts: readonly Tree.WordPart[], site: Site): Word {
  const fields = new Fields();
  for (const part of parts) expandPart(part, site, fields, true);
  const words = fields.end();
  return word(
    words.map(({ text }) => text).join(' '),
    words.some(({ glob }) => glob) || parts.some(({ type }) => type === 'Glob' || type === 'ExtendedGlob'),
  );
}

function argument(source: string, { machine }: Site): readonly Tree.WordPart[] | undefined {
  const command = parseScript(`: ${source}`, machine.budget)?.commands[0]?.command;
  const [first] = command?.type === 'Command' ? command.suffix : [];
  return first?.type === 'Word'
    ? (first.parts?.filter(({ type }) => type !== 'BraceExpansion') ?? undefined)
    : undefined;
}

function fieldsOf(parts: readonly Tree.WordPart[], site: Site): Word[] {
  const fields = new Fields();
  for (const part of parts) expandPart(part, site, fields, false);
  return fields.end();
}

/** Words under construction. */
class Fields {
  private readonly done: Word[] = [];
  private text: string | undefined;
  private glob = false;
  private bare = false;

  add(text: string, glob = false): void {
    const whole = (this.text ?? '') + text;
    this.text = whole.length > MAX_LENGTH ? UNREAD : whole;
    if (glob) this.glob = true;
  }

  /** A value without quotes: it falls into words where separators stand. */
  split(value: string, separators: string, glob: boolean): void {
    let begin = 0;
    for (let at = 0; at <= value.length; at += 1) {
      if (at < value.length && !separators.includes(value[at]!)) continue;
      const piece = value.slice(begin, at);
      if (piece !== '') this.add(piece, glob && /[*?[]/.test(piece));
      if (piece.includes(UNKNOWN)) this.bare = true;
      if (at < value.length) this.close();
      begin = at + 1;
    }
  }

  close(): void {
    if (this.text !== undefined) this.done.push({ text: this.text, glob: this.glob, ...(this.bare && { bare: true }) });
    this.text = undefined;
    this.glob = false;
    this.bare = false;
  }

  end(): Word[] {
    this.close();
    return this.done;
  }
}

function expandPart(part: Tree.WordPart, site: Site, fields: Fields, whole: boolean): void {
  if (!site.machine.budget.spend()) {
    fields.add(UNKNOWN);
    return;
  }
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      fields.add(part.value);
      break;
    case 'Glob':
    case 'ExtendedGlob':
      fields.add(part.text, true);
      break;
    case 'DoubleQuoted':
    case 'LocaleString':
      // `"$@"` is no word at all where there are no arguments.
      if (part.parts.length !== 1 || !/^\$(@|\{@|\{\w+\[@\])/.test(part.parts[0]!.text)) fields.add('');
      for (const child of part.parts) expandPart(child, site, fields, true);
      break;
    case 'SimpleExpansion':
      addAll(parameter(part.text.slice(1), undefined, site, expandText), site, fields, whole);
      break;
    case 'ParameterExpansion':
      addAll(parameter(part.parameter, part, site, expandText), site, fields, whole);
      break;
    case 'CommandExpansion': {
      const { machine, scope, place } = site;
      const before = machine.deeds.length;
      const inside: Place = { ...place, redirects: [], environment: {}, captured: true };
      const printed = machine.substitution(part.script, scope.copy(), inside);
      if (printed.includes(UNKNOWN)) noteSubstituted(machine, before);
      addAll({ words: [word(printed.replace(/\n+$/, ''))], list: false }, site, fields, whole);
      break;
    }
    case 'ArithmeticExpansion':
      fields.add(arithmetic(part.expression, site));
      break;
    case 'ProcessSubstitution':
      fields.add(processSubstitution(part, site));
      break;
    case 'BraceExpansion':
      fields.add(part.text);
      break;
    default:
      part satisfies never;
  }
}

/** A value into the word that it stands in; a list (`"$@"`, `"${a[@]}"`) makes words of its own. */
function addAll(
  { words, list }: { words: readonly Word[]; list: boolean },
  site: Site,
  fields: Fields,
  whole: boolean,
): void {
  site.machine.budget.spend(words.reduce((sum, { text }) => sum + text.length, 0) >> 6);
  if (whole && !list) {
    fields.add(
      words.map(({ text }) => text).join(' '),
      words.some(({ glob }) => glob),
    );
    return;
  }
  words.forEach(({ text, glob }, at) => {
    if (at > 0) fields.close();
    if (whole) fields.add(text, glob);
    else fields.split(text, site.scope.value('IFS'), true);
  });
}

/** So many of those whose output is not known are kept. */
const MAX_SUBSTITUTED = 20;

function noteSubstituted({ substituted, deeds }: Machine, from: number): void {
  substituted.push(...deeds.slice(from).slice(-MAX_SUBSTITUTED));
  if (substituted.length > MAX_SUBSTITUTED) substituted.splice(0, substituted.length - MAX_SUBSTITUTED);
}

function processSubstitution(part: Tree.ProcessSubstitutionPart, { machine, scope, place, sinks }: Site): string {
  const name = `/dev/fd/${63 + machine.sources.size + sinks.length}`;
  if (part.operator === '>') {
    sinks.push({ name, script: part.script });
    return name;
  }
  const before = machine.deeds.length;
  const text = machine.substitution(part.script, scope.copy(), {
    ...place,
    redirects: [],
    environment: {},
    captured: true,
    beside: true,
  });
  machine.sources.set(name, { text, from: machine.deeds.slice(before) });
  return name;
}
