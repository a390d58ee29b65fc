import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { escapeInvisible } from '../../../../contract/input/user_error.js';
import { createRedaction } from '../../../../run/redaction/create_redaction.js';

/** Judged call, for a log that people read. */
export interface HookLogEntry {
  time: Date;
  client: string;
  /** Verdict: deny, ask, pass, or error. */
  verdict: string;
  rule: string;
  /** Command, or the file that is written. */
  subject: string;
}

/** Characters of a command that are searched for secrets, and that are written. */
const MOST_READ = 64 * 1024;
const MOST_SHOWN = 2000;
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Places of a command line before a password of any form. A log needs none; a record must keep what was run. */
const PASSWORD_PLACES = [
  /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/gi,
  /((?:^|\s)(?:-u|-U|--user|--proxy-user)[ =]?["']?[^\s:"'/]+:)[^\s"']+/g,
  /((?:^|[\s;&?"'{,])-{0,2}[\w-]*(?:password|passwd|passphrase|secret|token|api[-_]?key)["']?\s*[=: ]\s*["']?)[^\s"'&;$]+/gi,
  /(\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump|sshpass)\b[^|;&]*?\s-p ?["']?)[^\s"'-][^\s"']*/g,
];

/** Formats a line of the log: without secrets, and without characters that a terminal would obey. */
export function formatLogLine({ time, client, verdict, rule, subject }: HookLogEntry): string {
  const { value } = createRedaction().text(subject.slice(0, MOST_READ));
  // A client does not wait for long: what is searched next is as short as what is written.
  const start = value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)} …` : value;
  const shown = PASSWORD_PLACES.reduce((text, place) => text.replace(place, '$1[redacted]'), start);
  return `${time.toISOString()} ${client} ${verdict} ${rule || '-'} ${escapeInvisible(shown)}`;
}

/** Appends a line to a log that only its owner reads. @throws the error of the file system */
export function appendLogLine(path: string, entry: HookLogEntry): void {
  const line = `${formatLogLine(entry)}\n`;
  const fd = openSync(path, FLAGS, 0o600);
  try {
    // A pipe may have no reader, and a client does not wait for one.
    if (!fstatSync(fd).isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'not a file' });
    writeSync(fd, line);
  } finally {
    closeSync(fd);
  }
}
