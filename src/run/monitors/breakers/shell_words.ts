/**
 * A modest reader of shell command lines: enough to see which programs a line names, through quotes, lists, pipelines,
 * substitutions and here-documents. It expands nothing. What it cannot follow it leaves out; a line that hides a command on
 * purpose (variables, encodings) is for the sandbox to hold.
 */

/** Lines beyond this, in characters, are read up to here; nesting beyond this depth is not entered. */
const MAX_LENGTH = 64 * 1024;
const MAX_DEPTH = 8;

/** How far a reading has come; shared by everything that is read of one line. */
export interface Reading {
  /** Something was too long or nested too deep, and was not read. */
  partial: boolean;
}

/** The words of each simple command of a line, in order, those of substitutions included. */
export function shellWords(line: string, reading: Reading, depth = 0): string[][] {
  if (depth > MAX_DEPTH || line.length > MAX_LENGTH) reading.partial = true;
  return depth > MAX_DEPTH ? [] : new Reader(line.slice(0, MAX_LENGTH), reading, depth).read();
}

class Reader {
  private at = 0;
  private readonly found: string[][] = [];
  private words: string[] = [];
  private word: string | undefined;
  /** The next word is the target of a redirection. */
  private target = false;
  /** Here-documents whose bodies begin after this line: their end, and whether the reader of the text is known to run it. */
  private bodies: { end: string; words: string[] }[] = [];
  private here = false;

  constructor(
    private readonly text: string,
    private readonly reading: Reading,
    private readonly depth: number,
  ) {}

  read(): string[][] {
    while (this.at < this.text.length) this.step();
    this.endCommand();
    return this.found;
  }

  private step(): void {
    const c = this.text[this.at]!;
    const next = this.text[this.at + 1];
    this.at += 1;
    if (c === '\\') {
      if (next !== '\n' && next !== undefined) this.add(next);
      this.at += 1;
    } else if (c === "'") this.add(this.upTo("'"));
    else if (c === '"') this.quoted();
    else if (c === '`') this.enter(this.upTo('`'));
    else if (c === '$' && next === '(') this.substitution();
    else if ((c === '<' || c === '>') && next === '(') this.substitution();
    else if (c === '#' && this.word === undefined) this.skipLine();
    else if (c === '<' || c === '>') this.redirection(c);
    else if (c === '&' && next === '>') this.endWord();
    else if (c === '\n') this.newline();
    else if (';&|(){}'.includes(c)) this.operator(c);
    else if (/\s/.test(c)) this.endWord();
    else this.add(c);
  }

  private operator(c: string): void {
    // Braces are words of their own only; `{a,b}` is part of one.
    if ((c === '{' || c === '}') && (this.word !== undefined || !/^[\s;]?$/.test(this.text[this.at] ?? '')))
      this.add(c);
    else this.endCommand();
  }

  private quoted(): void {
    this.add('');
    while (this.at < this.text.length) {
      const c = this.text[this.at]!;
      this.at += 1;
      if (c === '"') return;
      if (c === '\\') {
        this.add(this.text[this.at] ?? '');
        this.at += 1;
      } else if (c === '`') this.enter(this.upTo('`'));
      else if (c === '$' && this.text[this.at] === '(') this.substitution();
      else this.add(c);
    }
  }

  /** `$(…)` up to its own end: parentheses in quotes do not count. */
  private substitution(): void {
    const begin = this.at + 1;
    let open = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const c = this.text[this.at]!;
      if (c === '\\') this.at += 1;
      else if (c === "'") {
        const end = this.text.indexOf("'", this.at + 1);
        this.at = end === -1 ? this.text.length : end;
      } else if (c === '(') open += 1;
      else if (c === ')') {
        open -= 1;
        if (open === 0) break;
      }
    }
    this.enter(this.text.slice(begin, this.at));
    this.at += 1;
  }

  private enter(inner: string): void {
    this.add('');
    this.found.push(...shellWords(inner, this.reading, this.depth + 1));
  }

  private redirection(c: string): void {
    if (this.word !== undefined && /^\d+$/.test(this.word)) this.word = undefined;
    this.endWord();
    this.here = c === '<' && this.text[this.at] === '<' && this.text[this.at + 1] !== '<';
    while ('<>&|-'.includes(this.text[this.at] ?? ' ')) this.at += 1;
    this.target = true;
  }

  private newline(): void {
    this.endWord();
    const bodies = this.bodies.splice(0);
    const { words } = this;
    this.endCommand();
    for (const { end } of bodies) {
      const begin = this.at;
      let stop = this.text.length;
      while (this.at < this.text.length) {
        const from = this.at;
        const line = this.restOfLine();
        if (line.trim() !== end) continue;
        stop = from;
        break;
      }
      // Text for a shell is commands; for anything else it is data.
      if (isShell(words)) this.found.push(...shellWords(this.text.slice(begin, stop), this.reading, this.depth + 1));
    }
  }

  private restOfLine(): string {
    const end = this.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end === -1 ? undefined : end);
    this.at = end === -1 ? this.text.length : end + 1;
    return line;
  }

  private skipLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end === -1 ? this.text.length : end;
  }

  private upTo(end: string): string {
    const stop = this.text.indexOf(end, this.at);
    const text = this.text.slice(this.at, stop === -1 ? undefined : stop);
    this.at = stop === -1 ? this.text.length : stop + 1;
    return text;
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  private endWord(): void {
    if (this.word === undefined) return;
    if (this.here) this.bodies.push({ end: this.word, words: this.words });
    else if (!this.target) this.words.push(this.word);
    this.word = undefined;
    this.target = false;
    this.here = false;
  }

  private endCommand(): void {
    this.endWord();
    if (this.words.length > 0) this.found.push(this.words);
    this.words = [];
    this.target = false;
  }
}

const isShell = (words: readonly string[]) => /^(ba|da|k|z|a)?sh$/.test(words[0]?.split('/').at(-1) ?? '');
