/**
 * Libraries whose imitations hold in a `with` block or a decorated function, what they imitate, and other ways to the
 * same thing, which they leave as they are.
 */
const IMITATIONS: readonly (readonly [library: string, opening: string, imitated: string, others: RegExp])[] = [
  ['moto', 'mock_\\w+', 'services', /^(?:import|from) (?!boto|moto|os\b|sys\b|json\b|re\b|pytest\b|datetime\b)/m],
  ['responses', 'responses\\.activate', 'requests', /\b(?:httpx|aiohttp|urllib\d?|http\.client|pycurl|socket)\b/],
  ['pyfakefs[\\w.]*', 'Patcher', 'files', /^(?:import|from) (?:posix|nt|ctypes|_)/m],
];
/** `with patch('os.remove') as m:`, without any other argument. */
const PATCH = /^with\s+(?:mock\.)?patch\(\s*['"]([\w.]+)['"]\s*\)(?:\s+as\s+\w+)?\s*:[ \t]*$/m;
const PATCH_IMPORT = /^(?:from unittest\.mock import .*\bpatch\b|from unittest import .*\bmock\b)/m;
/** Lines beside an imitation that run nothing else: imports, comments, output, calls of the functions in it. */
const HARMLESS_LINE =
  /^(?:import [\w., ]+|from [\w.]+ import [\w, ]+|#.*|print\(["'][^"'(]*["']\)|test_\w+\(\)|check\(\)|main\(\)|)$/;

/**
 * Returns what Python code replaces by imitations, if it does nothing outside of them: the path of a function, `files`,
 * `services` or `requests`.
 */
export function findMocks(code: string): readonly string[] {
  for (const [library, opening, imitated, bypass] of IMITATIONS) {
    const form = `^(?:with\\s+${opening}\\(\\)(?:\\s+as\\s+\\w+)?|@${opening}(?:\\(\\))?[ \\t]*\\n\\s*def\\s+\\w+\\([^)]*\\))\\s*:[ \\t]*$`;
    const isImported = new RegExp(`^(?:from|import) (?:[\\w., ]+, )?${library}\\b`, 'm').test(code);
    const isWhole = isImported && !bypass.test(code) && doesNothingOutside(code, new RegExp(form, 'm'));
    if (isWhole && !/pause|passthrough|add_real|add_passthru|resume/.test(code)) return [imitated];
  }
  const path = PATCH_IMPORT.test(code) ? PATCH.exec(code)?.[1] : undefined;
  if (path === undefined || !doesNothingOutside(code, PATCH)) return [];
  // A name that was imported before stays the real function.
  const isNamed = new RegExp(`^from .*\\b${path.slice(path.lastIndexOf('.') + 1)}\\b`, 'm').test(code);
  return isNamed ? [] : [path];
}

/** Returns true if code does nothing outside of the block behind a line. */
function doesNothingOutside(code: string, opening: RegExp): boolean {
  const match = opening.exec(code);
  if (!match) return false;
  const rest = code.slice(match.index + match[0].length);
  const [block] = /^(?:\n(?:[ \t]+[^\n]*|(?=\n|$)))*/.exec(rest)!;
  const lines = `${code.slice(0, match.index)}${rest.slice(block.length)}`.split('\n');
  return lines.every((line) => HARMLESS_LINE.test(line.trimEnd()));
}
