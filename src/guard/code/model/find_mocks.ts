/** Libraries whose imitations hold in a `with` block or a decorated function, and what they imitate. */
const IMITATIONS: readonly (readonly [library: string, opening: string, imitated: string])[] = [
  ['moto', 'mock_\\w+', 'services'],
  ['responses', 'responses\\.activate', 'requests'],
  ['pyfakefs[\\w.]*', 'Patcher', 'files'],
];
/** `with patch('os.remove') as m:`, without any other argument. */
const PATCH = /^([ \t]*)with\s+(?:mock\.)?patch\(\s*['"]([\w.]+)['"]\s*\)(?:\s+as\s+\w+)?\s*:[ \t]*$/m;
const PATCH_IMPORT = /^(?:from unittest\.mock import .*\bpatch\b|from unittest import .*\bmock\b)/m;
/** Lines beside an imitation that run nothing else: imports, comments, output, calls of the functions in it. */
const HARMLESS_LINE =
  /^(?:import [\w., ]+|from [\w.]+ import [\w, ]+|#.*|print\(["'][^"'(]*["']\)|test_\w+\(\)|check\(\)|main\(\)|)$/;
const OTHER_IMPORT = /^(?:import|from) (?!boto|moto|os\b|sys\b|json\b|re\b|pytest\b|datetime\b)/m;
/** Node's client for requests, with every request blocked that nothing imitates. */
const BLOCKED = /\brequire\(['"]nock['"]\)|\bfrom ['"]nock['"]/;

/**
 * Returns what Python code replaces by imitations, if it does nothing outside of them: paths of functions, `files`,
 * `services`, `requests`. Code of Node may block all requests but those that it imitates.
 */
export function findMocks(code: string): readonly string[] {
  const blocked = /(?:^|[;\n])\s*nock\.disableNetConnect\(\)/.exec(code);
  if (blocked && BLOCKED.test(code) && !/enableNetConnect|passthrough|allowUnmocked/.test(code)) return ['requests'];
  for (const [library, opening, imitated] of IMITATIONS) {
    const form = `^(?:with\\s+${opening}\\(\\)(?:\\s+as\\s+\\w+)?|@${opening}(?:\\(\\))?[ \\t]*\\n\\s*def\\s+\\w+\\([^)]*\\))\\s*:[ \\t]*$`;
    const isImported = new RegExp(`^(?:from|import) (?:[\\w., ]+, )?${library}\\b`, 'm').test(code);
    const outside = isImported && removeBlock(code, new RegExp(form, 'm'), '');
    // Moto imitates one cloud, and no other service.
    const isAlone = imitated !== 'services' || !OTHER_IMPORT.test(code);
    if (outside && isAlone && !/pause|passthrough|add_real|add_passthru|resume/.test(code)) return [imitated];
  }
  const [, indent, path] = (PATCH_IMPORT.test(code) && PATCH.exec(code)) || [];
  return path !== undefined && removeBlock(code, PATCH, indent!) ? [path] : [];
}

/** Returns true if code does nothing outside of the block behind a line. */
function removeBlock(code: string, opening: RegExp, indent: string): boolean {
  const match = opening.exec(code);
  if (!match || indent !== '') return false;
  const rest = code.slice(match.index + match[0].length);
  const block = /^(?:\n(?:[ \t]+[^\n]*|(?=\n|$)))*/.exec(rest)![0];
  return `${code.slice(0, match.index)}${rest.slice(block.length)}`
    .split('\n')
    .every((line) => HARMLESS_LINE.test(line.trimEnd()));
}
