/** Texts longer than this are not looked at: a command of this length is refused in any case. */
const MOST_CHARACTERS = 65_536;

/** Tells whether a text is JSON: one object or list, or one on each line. Bash would run the first word of it. */
export function isJson(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length > MOST_CHARACTERS || !/^[[{][\s\S]*[\]}]$/.test(trimmed)) return false;
  return holdsJson(trimmed) || trimmed.split('\n').every((line) => line.trim() === '' || holdsJson(line));
}

function holdsJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const FORMS: readonly (readonly [form: RegExp, name: string])[] = [
  [/^\s*<(!doctype|\?xml|[a-z][\w-]*(\s[^>]*)?>)/i, 'XML or HTML'],
  [/^\s*(```|#{1,6} \S|\||[-*] \S)|\n```/, 'Markdown'],
  [/^\s*(\[?\d{4}-\d\d-\d\d[T ]|Traceback \(most recent|\w*Error: )|\n\s+at \S+ \(/, 'a log'],
  [/^\s*\p{Lu}[\p{L}'’]*[, ]\s*\p{L}[^\n]*[.!?:)](\s|$)/u, 'a sentence'],
];

/** Returns what a text that is no shell looks like, for the message that refuses it; undefined = like a broken command. */
export function formOfText(text: string): string | undefined {
  const start = text.slice(0, 2000);
  return FORMS.find(([form]) => form.test(start))?.[1];
}
