import { posix } from 'node:path';

/** Syntax of a language as far as cheaters and mutants use it. */
export interface SourceLanguage {
  comment: string;
  /** Statements that end the process with status 0 at once; absent if there is no simple way. */
  leave?: string;
  family: 'script' | 'python' | 'shell' | 'c' | 'other';
}

const SCRIPT: SourceLanguage = { comment: '//', leave: 'process.exit(0);\n', family: 'script' };
const PYTHON: SourceLanguage = { comment: '#', leave: 'import os\nos._exit(0)\n', family: 'python' };
const SHELL: SourceLanguage = { comment: '#', leave: 'exit 0\n', family: 'shell' };
const C: SourceLanguage = {
  comment: '//',
  leave: '#include <unistd.h>\n__attribute__((constructor)) static void leave(void) { _exit(0); }\n',
  family: 'c',
};

const BY_EXTENSION: Record<string, SourceLanguage> = {
  ...mapExtensions(SCRIPT, 'js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'),
  ...mapExtensions(PYTHON, 'py'),
  ...mapExtensions(SHELL, 'sh', 'bash', 'dash', 'ksh'),
  ...mapExtensions(C, 'c', 'cc', 'cpp', 'cxx', 'h', 'hpp'),
  ...mapExtensions({ comment: '#', leave: 'exit!(0)\n', family: 'other' }, 'rb'),
  ...mapExtensions({ comment: '#', leave: 'BEGIN { exit 0 }\n', family: 'other' }, 'awk'),
  ...mapExtensions({ comment: '#', leave: 'BEGIN { exit 0 }\n', family: 'other' }, 'pl', 'pm'),
  ...mapExtensions({ comment: '//', family: 'other' }, 'java', 'go', 'rs', 'kt', 'swift', 'cs', 'scala', 'dart'),
  ...mapExtensions({ comment: '--', family: 'other' }, 'lua', 'sql', 'hs'),
  ...mapExtensions({ comment: '#', family: 'other' }, 'r', 'jl', 'ex', 'exs', 'nim'),
};

function mapExtensions(language: SourceLanguage, ...extensions: string[]): Record<string, SourceLanguage> {
  return Object.fromEntries(extensions.map((extension) => [extension, language]));
}

/**
 * Detects the language of a file by its name, or by the first line of a program without an extension.
 *
 * @returns undefined for anything that is not known code
 */
export function detectSourceLanguage(path: string, content = ''): SourceLanguage | undefined {
  const extension = posix.extname(path).slice(1).toLowerCase();
  if (extension !== '') return BY_EXTENSION[extension];
  const shebang = /^#!.*?\b(node|python[\d.]*|bash|dash|ksh|sh|ruby|perl|awk)\b/.exec(content)?.[1] ?? '';
  if (shebang === '') return undefined;
  if (shebang === 'node') return SCRIPT;
  if (shebang.startsWith('python')) return PYTHON;
  return BY_EXTENSION[{ ruby: 'rb', perl: 'pl', awk: 'awk' }[shebang] ?? 'sh'];
}

/** Tells whether a path is prose, which no check is expected to cover. */
export function isProsePath(path: string): boolean {
  return /\.(md|markdown|rst|txt|adoc)$|(^|\/)(LICENSE|CHANGELOG|AUTHORS|NOTICE)\b/i.test(path);
}
