import type { Contract } from '../../contract/contract_schema.js';

/**
 * Part of a test file's name by which runners find it: `add` in `add.test.js`, `test_add.py`, `add_test.go`,
 * `AddTest.java`.
 */
const STEM = /^(test_|Test)?(.+?)((?:[._-](?:test|spec|tests)|Tests?|_spec)?\.[^/]+)$/;

/**
 * Writes the canary that a contract lacks.
 *
 * It is the command line of the first check over another hidden file, which contains a false assertion. A command that
 * names no single hidden file is given unchanged, for the author to adapt.
 */
export function suggestCanary({ acceptance, oracle }: Pick<Contract, 'acceptance' | 'oracle'>): string {
  const check = acceptance.find(({ mandatory }) => mandatory) ?? acceptance[0]!;
  const hidden_files = findHiddenFiles(check.run, oracle);
  const [file] = hidden_files;
  const canary = file === undefined ? undefined : toCanaryPath(file);
  const run = canary === undefined ? check.run : check.run.replaceAll(file!, canary);
  const write = `write ${canary ?? 'a hidden test file'} with a false assertion over what the task asks`;
  const point = canary === undefined ? ' (with its command pointed at that file)' : '';
  return (
    `${write}, and add to the contract${point}: oracle: {canary: {run: ${JSON.stringify(run)}, report: ` +
    `${check.report}}}`
  );
}

/** Finds the hidden files that a command line names; empty unless there is exactly one. */
function findHiddenFiles(run: string, { files }: Contract['oracle']): string[] {
  const folders = (files === undefined ? [] : [files].flat()).map((one) => (typeof one === 'string' ? one : one.to));
  const words = run.match(/[\w./@+-]+\.\w+/g) ?? [];
  const hidden = words.filter((word) => folders.some((folder) => folder === '.' || word.startsWith(`${folder}/`)));
  const distinct = [...new Set(hidden)];
  return distinct.length === 1 ? distinct : [];
}

function toCanaryPath(file: string): string | undefined {
  const start = file.lastIndexOf('/') + 1;
  const [, prefix = '', stem, suffix] = file.slice(start).match(STEM) ?? [];
  if (stem === undefined || suffix === undefined) return undefined;
  const name = /^[A-Z]/.test(stem) ? 'Canary' : 'canary';
  return `${file.slice(0, start)}${prefix}${name}${suffix}`;
}
