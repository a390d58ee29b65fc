import type { Contract } from '../../contract/schema.js';

/** The part of a test file's name by which runners find it: `add` in `add.test.js`, `test_add.py`, `add_test.go`, `AddTest.java`. */
const STEM = /^(test_|Test)?(.+?)((?:[._-](?:test|spec|tests)|Tests?|_spec)?\.[^/]+)$/;

/**
 * Writes out the canary that a contract lacks: the command line of its first check over another hidden file, in which a false assertion
 * stands. A command that names no single hidden file is given as it is, to be pointed at that file.
 */
export function canaryRemedy({ acceptance, oracle }: Pick<Contract, 'acceptance' | 'oracle'>): string {
  const check = acceptance.find(({ mandatory }) => mandatory) ?? acceptance[0]!;
  const named = hiddenFilesIn(check.run, oracle);
  const [file] = named;
  const canary = file === undefined ? undefined : canaryBeside(file);
  const run = canary === undefined ? check.run : check.run.replaceAll(file!, canary);
  const write = `write ${canary ?? 'a hidden test file'} with a false assertion over what the task asks`;
  const point = canary === undefined ? ' (with its command pointed at that file)' : '';
  return `${write}, and add to the contract${point}: oracle: {canary: {run: ${JSON.stringify(run)}, report: ${check.report}}}`;
}

/** Paths of hidden files that a command line names; empty when there is none, or more than one. */
function hiddenFilesIn(run: string, { files }: Contract['oracle']): string[] {
  const folders = (files === undefined ? [] : [files].flat()).map((one) => (typeof one === 'string' ? one : one.to));
  const words = run.match(/[\w./@+-]+\.\w+/g) ?? [];
  const hidden = words.filter((word) => folders.some((folder) => folder === '.' || word.startsWith(`${folder}/`)));
  const distinct = [...new Set(hidden)];
  return distinct.length === 1 ? distinct : [];
}

function canaryBeside(file: string): string | undefined {
  const at = file.lastIndexOf('/') + 1;
  const [, before = '', stem, after] = file.slice(at).match(STEM) ?? [];
  if (stem === undefined || after === undefined) return undefined;
  const name = /^[A-Z]/.test(stem) ? 'Canary' : 'canary';
  return `${file.slice(0, at)}${before}${name}${after}`;
}
