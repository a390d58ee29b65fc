import { join } from 'node:path';

/** Files of a report in formats that other tools read; those that are named are written. */
export interface FormatFiles {
  junit?: string | undefined;
  sarif?: string | undefined;
  csv?: string | undefined;
  badge?: string | undefined;
}

/** Names the files of all formats in a folder, for callers that hand results on. */
export const nameFormatFiles = (folder: string): Required<FormatFiles> => ({
  junit: join(folder, 'junit.xml'),
  sarif: join(folder, 'findings.sarif'),
  csv: join(folder, 'attempts.csv'),
  badge: join(folder, 'badge.json'),
});
