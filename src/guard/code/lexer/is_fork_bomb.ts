import { forms } from '../../vocabulary/vocabulary.js';
import type { CodeToken, CodeTokens } from './code_token.js';

/** Returns true if code starts processes in an endless loop, by a timer without pause, or by endless recursion. */
export function isForkBomb(tokens: CodeTokens): boolean {
  const code = tokens.map(writeBare).join(' ');
  if (!forms.spawning_call.test(code)) return false;
  const list = (form: RegExp, text = code) =>
    [...text.matchAll(form)].slice(0, 64).map((match) => match.filter((part) => part !== undefined));
  const outer = list(forms.function_body);
  const inner = outer.slice(0, 16).flatMap((parts) => list(forms.function_body, parts.at(-1)));
  const functions = [...outer, ...inner].map((parts) => ({ name: parts.at(-2)!, body: parts.at(-1)! }));
  const spawns = (body: string) => forms.spawning_call.test(body) && !forms.waiting_call.test(body);
  const starters = functions.filter(({ body }) => spawns(body)).map(({ name }) => name);
  const calls = (body: string, names: readonly string[]) => names.some((name) => ` ${body}`.includes(` ${name} (`));
  const loops = list(forms.endless_loop).map((parts) => parts.at(-1)!);
  const recursions = functions.filter(({ name, body }) => calls(body, [name]) && !forms.deciding_word.test(body));
  const mayStart = (body: string) => !forms.waiting_call.test(body) && (spawns(body) || calls(body, starters));
  return loops.some(mayStart) || recursions.some(({ body }) => mayStart(body));
}

/** Writes a token without the content of texts; what runs in the background of a shell keeps its sign. */
function writeBare(token: CodeToken): string {
  if (token.kind === 'newline') return `\n${' '.repeat(token.indent)}`;
  if (token.kind === 'number') return String(token.number);
  if (token.kind === 'mark' || token.kind === 'name') return token.text;
  return 'pieces' in token && /&\s*$/.test(String(token.pieces.at(-1))) ? '"&"' : '""';
}
