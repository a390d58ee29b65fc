import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';
import reporter from './jest/reporter.cjs';
import { isLong } from './long_tests.mjs';

/** Begins with what takes longest, by the seconds of an earlier run, and divides the files into shards that take about equally long. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = createEstimate(tests);
    return super.sort(tests).sort((a, b) => seconds(b) - seconds(a));
  }

  shard(tests, { shardIndex, shardCount }) {
    const seconds = createEstimate(tests);
    const shards = Array.from({ length: shardCount }, () => ({ tests: [], seconds: 0 }));
    // The same order on every machine, so that the shards of one run are disjoint.
    const ordered = [...tests].sort((a, b) => seconds(b) - seconds(a) || (a.path < b.path ? -1 : 1));
    for (const test of ordered) {
      const shard = shards.reduce((least, each) => (each.seconds < least.seconds ? each : least));
      shard.tests.push(test);
      shard.seconds += seconds(test);
    }
    return shards[shardIndex - 1].tests;
  }
}

/** Returns how long a test file takes, in seconds: as it did, else as files of its kind do. */
function createEstimate(tests) {
  const [root] = tests.map(({ context }) => context.config.rootDir);
  const known = root === undefined ? {} : reporter.readTimings(root);
  return ({ path }) => {
    const name = relative(root, path);
    return known[name] ?? (isLong(name) || name.startsWith('__tests__/shipped/') ? 20 : 1);
  };
}
