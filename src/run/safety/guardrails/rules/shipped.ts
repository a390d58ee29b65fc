import { asRule, type Rule } from '../rule.js';
import { backupRules } from './backups.js';
import { cloudRules } from './clouds.js';
import { containerRules } from './containers.js';
import { credentialRules } from './credentials.js';
import { databaseRules } from './databases.js';
import { diskRules } from './disks.js';
import { exfiltrationRules } from './exfiltration.js';
import { fileRules } from './files.js';
import { gitRules } from './git.js';
import { networkRules } from './network.js';
import { persistenceRules } from './persistence.js';
import { privilegeRules } from './privilege.js';
import { processRules } from './processes.js';
import { publishingRules } from './publishing.js';

/**
 * The rules that come with gatebench, one file per category. They are written in TypeScript because a bundle reads no files; their
 * format is that of rule files, and the tests hold them to it and to their examples.
 */
export const shippedRules: readonly Rule[] = [
  // What a file is for says more than that it is the system's.
  ...persistenceRules,
  ...privilegeRules,
  ...fileRules,
  ...gitRules,
  ...credentialRules,
  ...backupRules,
  ...processRules,
  ...diskRules,
  ...containerRules,
  ...cloudRules,
  ...databaseRules,
  ...publishingRules,
  ...networkRules,
  ...exfiltrationRules,
].map(asRule);
