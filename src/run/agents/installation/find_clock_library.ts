import type { SandboxBackend } from '../../../sandbox/sandbox_backend.js';
import {
  createOwnedFolder,
  createScratchFolder,
  removeTree,
  type WorkspaceCache,
} from '../../../workspace/cache/workspace_cache.js';

/** Folders in which distributions keep the library. */
const PLACES = ['/usr/lib/*/faketime', '/usr/lib/faketime', '/usr/lib64/faketime', '/usr/local/lib/faketime'];

/** Prints the path of a library under which the C library's clock says what it was told. */
const SEARCH = `for library in ${PLACES.map((folder) => `${folder}/libfaketime.so.1`).join(' ')}; do
  [ -e "$library" ] || continue
  year=$(LD_PRELOAD="$library" FAKETIME='@2001-02-03 04:05:06' TZ=UTC date +%Y) || continue
  [ "$year" = 2001 ] && printf '%s' "$library" && exit 0
done
exit 1`;

/**
 * Finds libfaketime inside the sandbox, and tries it there.
 *
 * @returns its path in the sandbox; undefined if there is none that works
 */
export async function findClockLibrary(
  backend: SandboxBackend,
  cache: WorkspaceCache,
  { mounts, path }: { mounts: Readonly<Record<string, string>>; path: string },
): Promise<string | undefined> {
  const workspace = createOwnedFolder(createScratchFolder(cache));
  const session = await backend.open({
    workspace,
    read_only_mounts: mounts,
    limits: { memory_bytes: 2 ** 30, processes: 64, output_bytes: 2 ** 16 },
    environment: { PATH: path, LC_ALL: 'C' },
  });
  try {
    const { exit_code, stdout } = await session.exec({ argv: ['/bin/sh', '-c', SEARCH], timeout_ms: 20_000 });
    const library = Buffer.from(stdout.text).toString().trim();
    return exit_code === 0 && /^\/[\w./+-]+$/.test(library) ? library : undefined;
  } finally {
    await session.close();
    await removeTree(workspace);
  }
}
