import { escapeInvisible, type UserError } from '../../contract/input/user_error.js';

/** Reasons for which the system refuses a file or folder, in words. They are no defects: the folder is at fault. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'the quota is used up',
  EIO: 'the device fails',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'the links go round in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** Calls about files and folders; others concern processes and connections. */
const FILE_CALL =
  /^(?:f?(?:open|mkdir|mkdtemp|write|writev|truncate|sync|datasync|chmod|chown|utimes?|stat)|opendir|scandir|rename|link|symlink|unlink|rm|rmdir|copyfile|cp|access|lchown|lutimes?|lstat|readlink|realpath)$/;

/**
 * Returns text and exit code for an error: one message with a remedy for a user's mistake and for a file or folder that
 * the system refuses, a stack trace for a defect.
 */
export function describeFailure(error: unknown): { text: string; exit_code: 2 | 70 } {
  // Checked by name: the engine's bundle has a UserError class of its own.
  if (error instanceof Error && error.name === 'UserError') return { text: (error as UserError).text, exit_code: 2 };
  const refused = describeRefusedPath(error);
  if (refused !== undefined) return { text: refused, exit_code: 2 };
  if (!(error instanceof Error)) return { text: escapeInvisible(String(error)), exit_code: 70 };
  const headline = `${error.name}: ${error.message}`;
  const trace = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^ {4}at /.test(line) && !error.message.includes(line));
  return {
    text: [escapeInvisible(headline), ...trace.map((line) => `    ${escapeInvisible(line.trim())}`)].join('\n'),
    exit_code: 70,
  };
}

/** Describes an error of the file system about a path; undefined for every other error. */
function describeRefusedPath(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, syscall, path, dest } = error as Record<string, unknown>;
  const reason = typeof code === 'string' && Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
  if (reason === undefined || typeof syscall !== 'string' || !FILE_CALL.test(syscall)) return undefined;
  const place = [dest, path].find((one) => typeof one === 'string');
  const subject = place === undefined ? 'a file cannot be written' : `${place} cannot be used`;
  const remedy = code === 'ENOSPC' || code === 'EDQUOT' ? 'Make room there' : 'Let this user read and write there';
  return `${escapeInvisible(`${subject}: ${reason} (${code}, ${syscall})`)}\n  ${remedy}, or name another folder.`;
}
