/** XML element as far as report readers need it. Attributes and text are entity-decoded, CDATA is text. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: readonly XmlElement[];
  /** At most `MAX_ELEMENT_TEXT` long, as are attributes: more than is kept of any name or message. */
  text: string;
}

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 1_000_000;
const MAX_ATTRIBUTES = 64;
/** Room for `MAX_REPORT_TEXT` characters, each written as a character reference. */
const MAX_ELEMENT_TEXT = 40_000;

/**
 * Parses one or several well-formed documents, one after another; otherwise returns the reason. Declarations
 * (`<!DOCTYPE`, `<!ENTITY`) are refused.
 *
 * No test runner writes a declaration, and entity bombs need one. The scanner is our own, because the report comes from
 * the code under evaluation: time and memory must be linear in its size. Libraries that fit a bundle do not guarantee
 * that (fast-xml-parser 5 takes gigabytes for one processing instruction of 30 MiB).
 */
export function parseXml(text: string): { ok: true; roots: readonly XmlElement[] } | { ok: false; reason: string } {
  const scanner = new XmlScanner(text);
  const roots = scanner.documents();
  return roots && roots.length > 0 ? { ok: true, roots } : { ok: false, reason: scanner.reason };
}

/** Finds direct children by name. */
export function findXmlChildren(parent: XmlElement, ...names: string[]): XmlElement[] {
  return parent.children.filter((child) => names.includes(child.name));
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});

interface OpenElement extends XmlElement {
  children: XmlElement[];
}

class XmlScanner {
  reason = 'the XML has no root element';
  readonly #text: string;
  #at = 0;
  #elements = 0;

  constructor(text: string) {
    this.#text = text;
  }

  documents(): XmlElement[] | undefined {
    // the file itself is an element around the roots, so that every element has a parent
    const outermost: OpenElement = { name: '', attributes: NO_ATTRIBUTES, children: [], text: '' };
    const open: OpenElement[] = [outermost];
    while (this.#at < this.#text.length) {
      const start = this.#text.indexOf('<', this.#at);
      const parent = open.at(-1)!;
      addText(parent, this.#text, this.#at, start === -1 ? this.#text.length : start, decodeEntities);
      if (start === -1) break;
      this.#at = start;
      if (!this.#markup(open)) return undefined;
    }
    if (open.length > 1) return this.#refuse(`<${open.at(-1)!.name}> is not closed`);
    if (outermost.text.trim() !== '') return this.#refuse('there is text outside the root element');
    return outermost.children;
  }

  /** Reads what starts at "<". Returns false if the document is refused. */
  #markup(open: OpenElement[]): boolean {
    if (this.#starts('<!--')) return this.#skipTo('-->', 4) !== -1;
    if (this.#starts('<?')) return this.#skipTo('?>', 2) !== -1;
    if (this.#starts('<![CDATA[')) {
      const begin = this.#at + 9;
      const end = this.#skipTo(']]>', 9);
      if (end !== -1) addText(open.at(-1)!, this.#text, begin, end);
      return end !== -1;
    }
    if (this.#starts('<!')) {
      this.#refuse('it declares a DOCTYPE or entities, which no test runner does');
      return false;
    }
    return this.#starts('</') ? this.#close(open) : this.#open(open);
  }

  #open(open: OpenElement[]): boolean {
    this.#at++;
    const name = this.#name();
    const attributes = name && this.#attributes();
    if (!name || !attributes) return this.#refuse('a tag is malformed') !== undefined;
    const element: OpenElement = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    if (++this.#elements > MAX_ELEMENTS)
      return this.#refuse(`there are more than ${MAX_ELEMENTS} elements`) !== undefined;
    if (this.#starts('/>')) {
      this.#at += 2;
      return true;
    }
    if (!this.#starts('>')) return this.#refuse(`the tag <${name}> is malformed`) !== undefined;
    this.#at++;
    open.push(element);
    // the outermost level is the document
    return open.length <= MAX_DEPTH + 1 || this.#refuse(`it nests deeper than ${MAX_DEPTH} levels`) !== undefined;
  }

  #close(open: OpenElement[]): boolean {
    this.#at += 2;
    const name = this.#name();
    this.#space();
    const expected = open.length > 1 ? open.pop()!.name : undefined;
    if (name === '' || name !== expected || !this.#starts('>')) {
      return this.#refuse(`</${name}> where </${expected ?? ''}> was expected`) !== undefined;
    }
    this.#at++;
    return true;
  }

  #name(): string {
    const begin = this.#at;
    while (this.#at < this.#text.length && !' \t\n\r=<>/"\''.includes(this.#text[this.#at]!)) this.#at++;
    return this.#text.slice(begin, this.#at);
  }

  #space(): void {
    while (this.#at < this.#text.length && ' \t\n\r'.includes(this.#text[this.#at]!)) this.#at++;
  }

  #attributes(): Record<string, string> | undefined {
    const attributes: [string, string][] = [];
    for (;;) {
      this.#space();
      const name = this.#name();
      if (name === '') return attributes.length === 0 ? NO_ATTRIBUTES : Object.fromEntries(attributes);
      this.#space();
      if (!this.#starts('=') || attributes.length === MAX_ATTRIBUTES) return undefined;
      this.#at++;
      this.#space();
      const quote = this.#text[this.#at];
      const end = quote === '"' || quote === "'" ? this.#text.indexOf(quote, this.#at + 1) : -1;
      if (end === -1) return undefined;
      attributes.push([
        name,
        decodeEntities(this.#text.slice(this.#at + 1, Math.min(end, this.#at + MAX_ELEMENT_TEXT))),
      ]);
      this.#at = end + 1;
    }
  }

  #starts(token: string): boolean {
    return this.#text.startsWith(token, this.#at);
  }

  /**
   * Moves after the next `end`, at least `skip` characters ahead. Returns the offset where it began, -1 if there is
   * none.
   */
  #skipTo(end: string, skip: number): number {
    const endIndex = this.#text.indexOf(end, this.#at + skip);
    if (endIndex === -1) this.#refuse(`"${end}" is missing`);
    else this.#at = endIndex + end.length;
    return endIndex;
  }

  #refuse(why: string): undefined {
    let line = 1;
    for (
      let lineEnd = this.#text.indexOf('\n');
      lineEnd !== -1 && lineEnd < this.#at;
      lineEnd = this.#text.indexOf('\n', lineEnd + 1)
    )
      line++;
    this.reason = `not a well-formed XML report: ${why} (line ${line})`;
  }
}

function addText(element: OpenElement, text: string, from: number, to: number, decode?: (raw: string) => string): void {
  const room = MAX_ELEMENT_TEXT - element.text.length;
  if (room <= 0 || from === to) return;
  const raw = text.slice(from, Math.min(to, from + room));
  element.text += decode ? decode(raw) : raw;
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the five entities of XML and character references once; anything else stays. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#x([0-9a-fA-F]{1,6})|#([0-9]{1,7}));/g, (_, named, hex, decimal) => {
    if (named) return NAMED[named]!;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}
