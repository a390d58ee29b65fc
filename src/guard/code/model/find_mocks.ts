import { joinPatterns } from '../../arguments/compile_pattern.js';

/** Imports of anything but what an imitation of AWS replaces. */
const OTHER_IMPORTS =
  /^\s*(?:from|import) (?!boto|moto|(?:os|sys|json|re|pytest|datetime)\b)|^\s*import [^\n]*,\s*(?!boto|moto|(?:os|sys|json|re)\b)/m;
/** What may happen later, or ends an imitation. */
const OUTLIVES = /Timer|Thread|atexit|submit|stopall|\.stop\(|create_task|finalize/;
/** Libraries that send requests by themselves. */
const OTHER_CLIENTS = /\b(?:httpx|aiohttp|urllib\d?|http\.client|pycurl|socket)\b/;
/**
 * Libraries whose imitations hold in a `with` block or a decorated function, what they imitate, and other ways to the
 * same thing, which they leave as they are.
 */
const IMITATIONS: readonly (readonly [library: string, opening: string, imitated: string, others: RegExp])[] = [
  ['moto', 'mock_\\w+', 'services', OTHER_IMPORTS],
  ['responses', 'responses\\.(?:activate|RequestsMock)', 'requests', OTHER_CLIENTS],
  [
    'botocore\\.stub',
    'Stubber',
    'services',
    joinPatterns([OTHER_IMPORTS.source, '(?:boto3\\.(?:client|resource)\\([\\s\\S]*){2}'], 'm'),
  ],
  ['requests_mock', 'requests_mock\\.Mocker', 'requests', OTHER_CLIENTS],
  ['pyfakefs[\\w.]*', 'Patcher', 'files', /^(?:import|from) (?:posix|nt|ctypes|_)/m],
];
/** `with patch('os.remove') as m:` and `with patch.object(os, 'remove'):`, without any other argument. */
const PATCH =
  /^with\s+(?:mock\.)?patch(?:\.object\(\s*(\w+),\s*)?\(?\s*['"]([\w.]+)['"]\s*\)(?:\s+as\s+\w+)?\s*:[ \t]*$/m;
const PATCH_IMPORT = /^(?:from unittest\.mock import .*\bpatch\b|from unittest import .*\bmock\b)/m;
/** Lines beside an imitation that run nothing else: imports, comments, output of texts and fields, checks of fields. */
const HARMLESS_LINE =
  /^(?:import [\w., ]+|from [\w.]+ import [\w, ]+|#.*|print\((?:["'][^"'(]*["']|[\w.[\]"', ]*)\)|\w+ = (?:boto3\.(?:client|resource)\([^()]*\)|(?:"[^"()]*"|'[^'()]*'|True|False|None|[\s\d,:.[\]{}-])+)|print\(os\.path\.exists\(["'][^"']*["']\)\)|assert [\w.]+ (?:==|is) \w+|\w+\.assert_\w+\([^()]*\)|)$/;
/** Functions, which do nothing by themselves. */
const DEFINITION = /^def \w+\([^()=]*\)[^:\n]*:[^\n]*(?:\n(?:[ \t]+[^\n]*|(?=\n)))*/gm;

/** Returns what Python code imitates, if it does nothing else: the path of a function, files, services or requests. */
export function findMocks(code: string): readonly string[] {
  if (OUTLIVES.test(code)) return [];
  for (const [library, opening, imitated, bypass] of IMITATIONS) {
    const form = `^(?:with\\s+${opening}\\([^()]*\\)(?:\\s+as\\s+\\w+)?|@${opening}(?:\\([^()]*\\))?[ \\t]*\\n\\s*def\\s+(\\w+)\\([^)]*\\))\\s*:[ \\t]*$`;
    const isImported = new RegExp(`^(?:from|import) (?:[\\w., ]+, )?${library}\\b`, 'm').test(code);
    const isWhole = isImported && !bypass.test(code) && doesNothingOutside(code, new RegExp(form, 'm'));
    if (
      isWhole &&
      !/pause|pass_?thr|add_real|real_http|resume|session\s*=|skip_names|modules_to_|use_known|use_cache|deactivate/.test(
        code,
      )
    )
      return [imitated];
  }
  const [, owner, name] = (PATCH_IMPORT.test(code) && PATCH.exec(code)) || [];
  if (name === undefined || !doesNothingOutside(code, PATCH)) return [];
  const path = owner === undefined ? name : `${owner}.${name}`;
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
  const outside = `${code.slice(0, match.index)}${rest.slice(block.length)}`.replace(DEFINITION, '');
  // A call of the function that has the imitation.
  const [, title] = match;
  const call = new RegExp(
    `^(?:print\\((?:["'][^"'(]*["'], )?|assert )?${title ?? '\\b\\B'}\\(\\)\\)?(?:; print\\(["'][^"'()]*["']\\))?(?: == [\\w[\\]"', ]+)?$`,
  );
  return outside.split('\n').every((line) => HARMLESS_LINE.test(line.trimEnd()) || call.test(line.trimEnd()));
}
