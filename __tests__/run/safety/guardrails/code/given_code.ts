import { readCode } from '../../../../../src/run/safety/guardrails/code/read_code.js';
import { type Deed, type Language, UNKNOWN } from '../../../../../src/run/safety/guardrails/deed.js';

/** A deed on one line: words, `< > >>` with paths, `| from` what it reads of others, `…` for what is unknown, `*` behind patterns. */
export function told(deed: Deed): string {
  const words = deed.args.map(({ text, glob }) =>
    glob ? `glob(${text})` : text === '' || /\s/.test(text) ? `"${text}"` : text,
  );
  const signs = { read: '<', write: '>', append: '>>' } as const;
  const redirects = deed.redirects.map(({ kind, path }) => `${signs[kind]} ${path.text}`);
  const input = deed.input?.kind === 'pipe' ? [`| ${deed.input.from.map(told).join(' ; ')}`] : [];
  return [deed.program, ...words, ...redirects, ...input].join(' ').replaceAll(UNKNOWN, '…');
}

export interface Told {
  deeds: string[];
  problem?: string;
  written: [path: string, text: string][];
  lines: string[];
}

/** What code comes to; command lines are told as `$ line` and not read further. */
export function tell(language: Exclude<Language, 'shell'>, code: string): Told {
  const written: [string, string][] = [];
  const lines: string[] = [];
  const { deeds, problem } = readCode(language, code, {
    readCommand: (line) => {
      lines.push(line);
      return {
        deeds: [
          {
            program: '$',
            path: '$',
            args: [{ text: line, glob: false }],
            redirects: [],
            environment: {},
            via: [],
            source: 'shell',
          },
        ],
      };
    },
    wrote: (path, text) => written.push([path, text]),
  });
  return {
    deeds: deeds.map((deed) =>
      deed.source === 'shell' ? `$ ${deed.args[0]!.text.replaceAll(UNKNOWN, '…')}` : told(deed),
    ),
    ...(problem && { problem: problem.kind }),
    written,
    lines,
  };
}
