import { UNKNOWN_VALUE } from '../../invocation.js';
import { forms, showsSign } from '../../vocabulary/vocabulary.js';
import { type CodeValue, create } from './code_value.js';

/** Returns true if code may choose some entries of a folder by their names, not by age, and not only leave some out. */
export function choosesNames(code: string): boolean {
  const clauses = [...code.matchAll(forms.test_clause)];
  if (clauses.length === 0) return false;
  const names = listLoopVariables(code);
  const mentions = (text: string) => /\$_|^\s*\(?\s*m?\//.test(text) || listWords(text).some((word) => names.has(word));
  return clauses.some(({ index, 0: clause, 1: test = '' }) => {
    if (!mentions(test))
      return /^(?:fnmatch|grep|select|filter)\b/.test(clause) && !showsSign(clause, 'negative-tests');
    const parts = test
      .split(/\band\b|&&/)
      // What is there at all is no choice.
      .filter((part) => !showsSign(part, 'age-tests') && !isPresence(part, code))
      .filter((part) => showsSign(part.replace(/=>|->/g, ''), 'name-tests') || !showsSign(part, 'kind-tests'));
    // `if (…) continue;`, and `next if …`.
    const skips = showsSign(
      `${code.slice(Math.max(0, index - 8), index)}${clause} ${readBlock(code, index, clause)}`,
      'skips',
    );
    const verb = /^(?:unless|reject)/.exec(clause)?.[0] ?? '';
    return parts.some((part) => showsSign(`${verb} ${part}`, 'negative-tests') === skips);
  });
}

/** Returns true for a variable alone, unless a test has made it: `if full:`, `if table{$ending}`. */
function isPresence(part: string, code: string): boolean {
  const [, name] = /^\W*(\w+)(?:\{\$\w+\})?\W*$/.exec(part) ?? [];
  return (
    name !== undefined &&
    !new RegExp(`\\b${name}\\s*=(?![=>])[^\\n;]*(?:\\bin\\b|with|match|[=!]=|=~|test|includes)`).test(code)
  );
}

/** Returns the block behind a clause: between braces, or the deeper lines. */
function readBlock(code: string, index: number, clause: string): string {
  const behind = code.slice(index + clause.length, index + clause.length + 600);
  const depth = /(?:^|\n)([ \t]*)[^\n]*$/.exec(code.slice(Math.max(0, index - 200), index))?.[1]?.length ?? 0;
  const lines = new RegExp(`^[^\\n]*((?:\\n(?:[ \\t]{${depth + 1},}\\S[^\\n]*|[ \\t]*(?=\\n|$)))*)`);
  return (/^\s*\{([^}]*)/.exec(behind) ?? lines.exec(behind))?.[1] ?? '';
}

/** Returns the names that code chooses by their endings, `*.ts`, or one by one. */
export function listChosenNames(code: string): CodeValue {
  const names = listLoopVariables(code);
  const patterns = [...code.matchAll(forms.test_clause)].flatMap(([clause]) => [
    ...[...clause.matchAll(forms.tested_name)].flatMap(([, name, value]) => (names.has(name!) ? [value!] : [])),
    ...[...clause.matchAll(forms.tested_ending)].flatMap(([, ending, several]) =>
      (ending ?? several!).split('|').map((form) => `*.${form.replaceAll('\\', '')}`),
    ),
  ]);
  // It may take others, too.
  return create.glob(create.text(...new Set(patterns), UNKNOWN_VALUE));
}

/** Returns the names of processes that code asks for: `"nginx" in p.name()`, `/^(nginx|sshd)$/.test(p.name)`. */
export const listProcessNames = (code: string): readonly string[] =>
  [...code.matchAll(forms.test_clause)].flatMap(([clause]) => {
    const parts = clause.split(/\band\b|&&/).filter((part) => !showsSign(part, 'negative-tests'));
    const names = showsSign(clause, 'process-tests') ? [...parts.join(' ').matchAll(forms.process_name)] : [];
    return names.map(([, name]) => name!);
  });

const listWords = (text: string): readonly string[] => text.match(/\w+/g) ?? [];

/** Lists the variables of loops, and those that are made of them. */
function listLoopVariables(code: string): ReadonlySet<string> {
  const loops = [...code.matchAll(forms.loop_variable)];
  const names = new Set(loops.flatMap((groups) => listWords(groups.slice(1).join(' '))));
  for (const [, name, value] of code.matchAll(/(\w+)\s*=(?![=>])([^\n;]{1,200})/g))
    if (!showsSign(value!, 'age-tests') && listWords(value!).some((word) => names.has(word))) names.add(name!);
  return names;
}
