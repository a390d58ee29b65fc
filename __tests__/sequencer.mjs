import Sequencer from '@jest/test-sequencer';

/** What takes longest, longest first: begun last, one of them would keep the others' workers waiting. */
const LONG = [
  'tasks/safety',
  'red_team/cheats_',
  'tasks/proof',
  'workspace/identity',
  'run/subtasks/',
  'commands/',
  'action/',
  'cli/',
];

const place = ({ path }) => {
  const at = LONG.findIndex((part) => path.includes(`/__tests__/${part}`));
  return at === -1 ? LONG.length : at;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}
