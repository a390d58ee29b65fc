import fc from 'fast-check';

// The same cases in every ordinary run, so that a change is judged by the change; other ones where more runs are asked for.
if (process.env.GATEBENCH_FUZZ_RUNS === undefined) fc.configureGlobal({ seed: 20260307 });
