import { compilePattern } from '../arguments/compile_pattern.js';
import { forms, pathWords, vocabulary } from '../vocabulary/vocabulary.js';

/** Files and folders in which programs keep secrets, and what is in them. */
const STORES = new RegExp(`(^|/)(${vocabulary.credentialStores})(/|$)`);

/** Returns true for source code and texts: a file that has "credentials" in its name is code about them. */
const isSource = (name: string): boolean => pathWords.source_endings.has(/\.(\w+)$/.exec(name)?.[1] ?? '');

/** Returns true if a path, in lower case, names a file of secrets. */
export function isCredentialPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // A program of a filter: `yq '.a | .key'`.
  if (name.includes(' | ')) return false;
  const isNamedSettings = /^(?!(?:make|build|versions?)\.)[^.*]+\.env$/.test(name);
  if (isNamedSettings || /^\.env([.\-_](?!(?:test|testing|ci|e2e)$).*)?$/.test(name)) return !forms.template.test(name);
  if (pathWords.credentials.has(name)) return name !== 'environ' || path.startsWith('/proc/');
  if (STORES.test(path) || forms.memory.test(path) || (forms.ssh.test(path) && !forms.ssh_settings.test(path)))
    return true;
  if (/credentials?(?![a-z])/.test(name)) return !isSource(name) && !forms.template.test(name.replace(/\.\w+$/, ''));
  if (forms.credential_name.test(name)) return !(forms.fixture_folder.test(path) && forms.fixture_key.test(name));
  return /[*?[]/.test(name) && canMatchSecret(name);
}

/** Stars of a pattern that are tried; with more, every secret counts as matched. */
const MOST_STARS = 6;

/** Returns true if a pattern may stand for the name of a secret, and is specific enough: `*` and `*.json` are not. */
function canMatchSecret(pattern: string): boolean {
  if (pattern.length > 64) return false;
  const literal = pattern.replace(/\[[^\]]*\]|[*?]/g, '');
  const enough = /^[*]/.test(pattern) ? literal.replace(/^\.\w+$/, '').length >= 3 : literal.length >= 2;
  if (!enough && !(pattern === '.*' || /^\.[?[]/.test(pattern))) return false;
  const source = pattern.replace(/[\\$.+(){}|]|(?<!\[)\^/g, '\\$&').replace(/\[!/g, '[^');
  const stars = source.match(/\*+/g)?.length ?? 0;
  const form = compilePattern(`^${source.replace(/\*+/g, '.*').replace(/\?/g, '.')}$`);
  const names = vocabulary.credentialSamples.filter((name) => !name.startsWith('.') || /^[.[]/.test(pattern));
  return stars > MOST_STARS || names.some((name) => form?.test(name));
}
