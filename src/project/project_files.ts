/** Files of one commit. Paths are relative, separated by "/". */
export interface ProjectFiles {
  /** All tracked files. */
  readonly paths: readonly string[];
  /** Reads a text; undefined if it is absent, binary or over 2 MB. */
  read(path: string): string | undefined;
}
