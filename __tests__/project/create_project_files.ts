import type { ProjectFiles } from '../../src/project/project_files.js';

/** Creates the files of a commit from their texts; an object stands for JSON. */
export function createProjectFiles(texts: Readonly<Record<string, string | object>>): ProjectFiles {
  return {
    paths: Object.keys(texts),
    read: (path) => {
      if (!Object.hasOwn(texts, path)) return undefined;
      const text = texts[path]!;
      return typeof text === 'string' ? text : JSON.stringify(text);
    },
  };
}
