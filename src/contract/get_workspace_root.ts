/** Path of the workspace inside a sandbox, where a contract names no other. */
export const DEFAULT_WORKSPACE_ROOT = '/work';

/** Returns the path of the workspace inside the sandbox of a contract. */
export function getWorkspaceRoot(environment: { workdir?: string | undefined } | undefined): string {
  return environment?.workdir ?? DEFAULT_WORKSPACE_ROOT;
}
