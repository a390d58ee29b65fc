import { readCode } from '../../../src/guard/code/read_code.js';
import { type CodeLanguage, type Invocation, UNKNOWN_VALUE } from '../../../src/guard/invocation.js';

/**
 * Formats an invocation as one line: words, `< > >>` with paths, `| from` its sources, `…` for unknown text, `*` behind
 * patterns.
 */
export function told(deed: Invocation): string {
  const words = deed.args.map(({ text, glob }) =>
    glob ? `glob(${text})` : text === '' || /\s/.test(text) ? `"${text}"` : text,
  );
  const signs = { read: '<', write: '>', append: '>>' } as const;
  const redirects = deed.redirects.map(({ kind, path }) => `${signs[kind]} ${path.text}`);
  const input = deed.input?.kind === 'pipe' ? [`| ${deed.input.from.map(told).join(' ; ')}`] : [];
  return [deed.program, ...words, ...redirects, ...input].join(' ').replaceAll(UNKNOWN_VALUE, '…');
}

export interface Told {
  deeds: string[];
  problem?: string;
  written: [path: string, text: string][];
  lines: string[];
}

/** Returns the invocations of code; command lines appear as `$ line` and are not read. */
export function tell(language: Exclude<CodeLanguage, 'shell'>, code: string): Told {
  const written: [string, string][] = [];
  const lines: string[] = [];
  const { invocations: deeds, problem } = readCode(language, code, {
    readCommand: (line) => {
      lines.push(line);
      return {
        invocations: [
          {
            program: '$',
            path: '$',
            args: [{ text: line, glob: false }],
            redirects: [],
            environment: {},
            wrappers: [],
            language: 'shell',
          },
        ],
      };
    },
    onWrite: (path, text) => written.push([path, text]),
  });
  return {
    deeds: deeds.map((deed) =>
      deed.language === 'shell' ? `$ ${deed.args[0]!.text.replaceAll(UNKNOWN_VALUE, '…')}` : told(deed),
    ),
    ...(problem && { problem: problem.kind }),
    written,
    lines,
  };
}
