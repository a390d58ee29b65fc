import type { FolderFiles } from '../rows/read_folder_files.js';

/** File of a task. */
export type TaskFile = FolderFiles extends ReadonlyMap<string, infer File> ? File : never;

/** Rewrites paths in a text; bytes stay as they are. */
export function rewriteFile({ content, executable }: TaskFile, rewrite: (text: string) => string) {
  const text = content.toString('utf8');
  return { content: !text.includes('\0') && Buffer.from(text).equals(content) ? rewrite(text) : content, executable };
}
