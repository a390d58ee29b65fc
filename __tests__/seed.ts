import fc from 'fast-check';

// The same cases in every ordinary run, so that a change is judged by the change; other ones where more runs are asked for.
const { GATEBENCH_FUZZ_RUNS: runs, GATEBENCH_FUZZ_SEED: seed } = process.env;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
else if (runs === undefined) fc.configureGlobal({ seed: 20260307 });
