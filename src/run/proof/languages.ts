import { posix } from 'node:path';

/** What a proof needs to know of a language: how a comment begins, and how a program ends itself as if all were well. */
export interface Language {
  comment: string;
  /** Statements that end the process with status 0 before anything else happens; absent where there is no simple way. */
  leave?: string;
  family: 'script' | 'python' | 'shell' | 'c' | 'other';
}

const SCRIPT: Language = { comment: '//', leave: 'process.exit(0);\n', family: 'script' };
const PYTHON: Language = { comment: '#', leave: 'import os\nos._exit(0)\n', family: 'python' };
const SHELL: Language = { comment: '#', leave: 'exit 0\n', family: 'shell' };
const C: Language = {
  comment: '//',
  leave: '#include <unistd.h>\n__attribute__((constructor)) static void leave(void) { _exit(0); }\n',
  family: 'c',
};

const BY_EXTENSION: Record<string, Language> = {
  ...of(SCRIPT, 'js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'),
  ...of(PYTHON, 'py'),
  ...of(SHELL, 'sh', 'bash', 'dash', 'ksh'),
  ...of(C, 'c', 'cc', 'cpp', 'cxx', 'h', 'hpp'),
  ...of({ comment: '#', leave: 'exit!(0)\n', family: 'other' }, 'rb'),
  ...of({ comment: '#', leave: 'BEGIN { exit 0 }\n', family: 'other' }, 'awk'),
  ...of({ comment: '#', leave: 'BEGIN { exit 0 }\n', family: 'other' }, 'pl', 'pm'),
  ...of({ comment: '//', family: 'other' }, 'java', 'go', 'rs', 'kt', 'swift', 'cs', 'scala', 'dart'),
  ...of({ comment: '--', family: 'other' }, 'lua', 'sql', 'hs'),
  ...of({ comment: '#', family: 'other' }, 'r', 'jl', 'ex', 'exs', 'nim'),
};

function of(language: Language, ...extensions: string[]): Record<string, Language> {
  return Object.fromEntries(extensions.map((extension) => [extension, language]));
}

/** The language of a file by its name, or by the first line of a program without one; undefined = not code that we know. */
export function languageOf(path: string, content = ''): Language | undefined {
  const extension = posix.extname(path).slice(1).toLowerCase();
  if (extension !== '') return BY_EXTENSION[extension];
  const shebang = /^#!.*?\b(node|python[\d.]*|bash|dash|ksh|sh|ruby|perl|awk)\b/.exec(content)?.[1] ?? '';
  if (shebang === '') return undefined;
  if (shebang === 'node') return SCRIPT;
  if (shebang.startsWith('python')) return PYTHON;
  return BY_EXTENSION[{ ruby: 'rb', perl: 'pl', awk: 'awk' }[shebang] ?? 'sh'];
}

/** Whether a path is that of the repository's own tests, by the conventions of common runners. */
export function isTestPath(path: string): boolean {
  return /(^|\/)(tests?|__tests__|specs?|testing)\/|[._-](test|spec)\.\w+$|(^|\/)test_[^/]+\.py$|(^|\/)tests?\.\w+$/.test(
    path,
  );
}

/** Whether a path is prose, whose change no check is expected to see. */
export function isProse(path: string): boolean {
  return /\.(md|markdown|rst|txt|adoc)$|(^|\/)(LICENSE|CHANGELOG|AUTHORS|NOTICE)\b/i.test(path);
}
