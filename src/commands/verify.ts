import { type Standing, verifyRun } from '../record/verify.js';
import type { RunOutput } from './orders.js';
import { findRuns } from './records.js';

/** `verify`: chain, seal and files of run directories. 0 all sealed · 1 something was changed · 3 something is unfinished. */
export function verify(
  names: readonly string[],
  options: { head?: string | undefined; json: boolean },
  out: RunOutput,
  cwd = process.cwd(),
): 0 | 1 | 3 {
  const standings = findRuns(names, cwd).map(({ path, shown, published }) => {
    const { standing, faults, head, events } = verifyRun(path, options.head ?? published);
    if (options.json) out.log(JSON.stringify({ run: shown, standing, head, events: events.length, faults }));
    else {
      out.log(`${shown}  ${standing}  ${events.length} events  head ${head}`);
      for (const fault of faults) out.log(`  ${fault.line === null ? '' : `events.jsonl:${fault.line} `}${fault.what}`);
    }
    return standing;
  });
  const any = (standing: Standing) => standings.includes(standing);
  return any('tampered') ? 1 : any('unsealed') ? 3 : 0;
}
