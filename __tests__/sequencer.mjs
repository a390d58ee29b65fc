import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import reporter from './jest/reporter.cjs';
import { estimateLong } from './long_tests.mjs';

/**
 * Begins with what took longest when it ran here, and divides the files into shards that take about equally long. Shards that belong together
 * must be divided alike, so they go by the file that GATEBENCH_TIMINGS names, or by the kinds of tests, and never by earlier runs here.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const root = tests[0]?.context.config.rootDir;
    if (root === undefined) return tests;
    const estimate = createEstimate(root, { ...readShared(), ...reporter.readSeconds(reporter.keptFile(root)) });
    return super.sort(tests).sort((a, b) => estimate(b) - estimate(a));
  }

  shard(tests, { shardIndex, shardCount }) {
    const estimate = createEstimate(tests[0]?.context.config.rootDir, readShared());
    return divide(tests, shardCount, estimate)[shardIndex - 1];
  }
}

const readShared = () => (process.env.GATEBENCH_TIMINGS ? reporter.readSeconds(process.env.GATEBENCH_TIMINGS) : {});

/** Divides tests into parts that take about equally long: the longest first, each to the part that has least. */
export function divide(tests, count, estimate) {
  const parts = Array.from({ length: count }, () => ({ tests: [], seconds: 0 }));
  // The same order on every machine, so that the parts of one run are disjoint.
  const ordered = [...tests].sort((a, b) => estimate(b) - estimate(a) || (a.path < b.path ? -1 : 1));
  for (const test of ordered) {
    const part = parts.reduce((least, each) => (each.seconds < least.seconds ? each : least));
    part.tests.push(test);
    part.seconds += estimate(test);
  }
  return parts.map((part) => part.tests);
}

/** Returns how long a test file takes, in seconds: as is known of it, else as files of its kind do. */
function createEstimate(root, known) {
  return ({ path }) => {
    const name = relative(root, path);
    return known[name] ?? estimateLong(name) ?? (name.startsWith('__tests__/shipped/') ? 20 : 1);
  };
}
