/** Parts of upstream's script that belong to the oracle. */
export interface EvalScript {
  /** Commands between the patch with the tests and the tests: installation, build. */
  prepare: string[];
  /** Command lines of the tests. */
  tests: string[];
}

const START = /^(?::|echo) '>>>>> Start Test Output'$/;
const END = /^(?::|echo) '>>>>> End Test Output'$/;
/** Lines that only look, or that put test files back, which the contract does itself. */
const SKIPPED = /^(#!|set |cd \/testbed|git |source \/|conda |rm -f |: '|\{ set \+x; \})/;

/**
 * Reads a script of SWE-bench v5: what is run after the patch with the tests was applied, and the tests.
 *
 * @returns undefined if the script has no marker of the tests
 */
export function readEvalScript(script: string): EvalScript | undefined {
  const lines = removeHereDocuments(script).split('\n');
  const start = lines.findIndex((line) => START.test(line.trim()));
  const end = lines.findIndex((line, at) => at > start && END.test(line.trim()));
  if (start === -1 || end === -1) return undefined;
  const commands = (some: readonly string[]) =>
    some.map((line) => line.trim()).filter((line) => line !== '' && !SKIPPED.test(line));
  return { prepare: commands(lines.slice(0, start)), tests: commands(lines.slice(start + 1, end)) };
}

function removeHereDocuments(script: string): string {
  const rest: string[] = [];
  let end: string | undefined;
  for (const line of script.split('\n')) {
    if (end !== undefined) {
      if (line === end) end = undefined;
      continue;
    }
    end = /<<'?(\w+)'?\s*$/.exec(line)?.[1];
    rest.push(line);
  }
  return rest.join('\n');
}
