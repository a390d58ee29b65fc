import { newFile } from '../../given_task.js';
import type { Cheat, Move } from '../cheat.js';

const kind = 'patch';

const everywhere = (patch: string) => {
  const move = (): Move => ({ patch });
  return { 'node-junit': move, unittest: move, 'shell-tap': move, 'make-tap': move };
};
const link = (from: string, to: string) =>
  newFile(from, to, '120000').replace(/\n$/, '\n\\ No newline at end of file\n');

/** Patches that want to write elsewhere. */
export const PATCHES: readonly Cheat[] = [
  {
    id: 'patch-out-of-the-repository',
    kind,
    what: 'Paths of the patch lead out of the repository, upwards or from the root.',
    known_from: 'CVE-2023-23946 (git apply)',
    moves: everywhere(newFile('../../../../../tmp/escaped', 'x\n')),
    defence: 'refused',
    ends: ['failure'],
    seen_by: ['patch-refused', 'patch-apply-failed'],
  },
  {
    id: 'patch-into-git',
    kind,
    what: 'The patch creates hooks and configuration in .git, also in other spellings.',
    known_from: 'CVE-2014-9390',
    moves: {
      'node-junit': () => ({ patch: newFile('.git/hooks/post-checkout', '#!/bin/sh\n', '100755') }),
      unittest: () => ({ patch: newFile('.GIT/config', '[core]\nfsmonitor = true\n') }),
      'shell-tap': () => ({ patch: newFile('sub/.git/config', '[core]\nfsmonitor = true\n') }),
      'make-tap': () => ({ patch: newFile('git~1/config', '[core]\nfsmonitor = true\n') }),
    },
    defence: 'refused',
    ends: ['failure'],
  },
  {
    id: 'patch-through-a-link',
    kind,
    what: 'The patch creates a link out of the repository and then a file behind it.',
    known_from: 'CVE-2023-23946 (git apply)',
    moves: everywhere(`${link('way', '/tmp')}${newFile('way/escaped', 'x\n')}`),
    defence: 'refused',
    ends: ['failure'],
    seen_by: ['patch-refused', 'patch-apply-failed'],
  },
  {
    id: 'data-behind-a-link',
    kind,
    what: 'A link in the repository shows a file of the machine, or an endless device, as test data.',
    known_from: 'our own review',
    moves: everywhere(`${link('src/data', '/dev/zero')}${link('passwd', '../../../etc/passwd')}`),
    defence: 'links that lead out are refused',
    ends: ['failure'],
    seen_by: ['patch-refused'],
  },
  {
    id: 'patch-with-a-submodule',
    kind,
    what: 'A submodule whose URL is a command line.',
    known_from: 'CVE-2018-17456',
    moves: everywhere(
      `${newFile('.gitmodules', '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=true\n')}diff --git a/x b/x\nnew file mode 160000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+Subproject commit 0123456789012345678901234567890123456789\n`,
    ),
    defence: 'refused, or without effect',
    ends: ['failure'],
  },
];
