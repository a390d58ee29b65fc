import type { SyntaxNode } from 'unbash';
import type { ShellScope } from '../model/shell_scope.js';

/** Returns a scope for each further value that a variable in these parts of a command may have. */
export function listAlternativeScopes(parts: readonly (SyntaxNode | undefined)[], scope: ShellScope): ShellScope[] {
  const texts = parts.map((part) => (part && 'text' in part ? part.text : ''));
  const named = texts.flatMap((text) => [...text.matchAll(/\$\{?[!#]?([A-Za-z_]\w*)/g)]);
  const names = new Set(named.map(([, name]) => name!));
  return [...names].flatMap((name) =>
    (scope.get(name)?.alternatives ?? []).map((words) => {
      const other = scope.copy();
      other.set(name, words);
      return other;
    }),
  );
}
