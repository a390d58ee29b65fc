import { UserError } from '../contract/input/user_error.js';

/** Failure of what the harness uses outside of its own code: a program, a mount, a sandbox, a connection. */
export class MachineError extends Error {}

/**
 * Codes of errors about the state of the machine, of a device or of a peer. Codes about an argument (ENOENT, EINVAL,
 * EBADF) are absent, since wrong code causes them as well, and so are those that Node gives to its own errors (ERR_…).
 */
const MACHINE_CODES: ReadonlySet<string> = new Set(
  (
    'ENOSPC EDQUOT EFBIG EMFILE ENFILE ENOMEM ENOBUFS EAGAIN ENOLCK EINTR EIO EROFS EBUSY ETXTBSY ESTALE ENODEV ' +
    'ENXIO EACCES EPERM ENOSYS ENOTSUP EOPNOTSUPP EPIPE ECONNRESET ECONNREFUSED ECONNABORTED ETIMEDOUT EHOSTUNREACH ' +
    'EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET EADDRINUSE EADDRNOTAVAIL EPROTO ENOTFOUND EAI_AGAIN ' +
    'EAI_FAIL ESRCH ENOTCONN ECANCELED EUCLEAN EREMOTEIO'
  ).split(' '),
);

/** Longest chain of causes that is followed. */
const MAX_CAUSES = 20;

/** Fields of an exception that tell where it came from. */
interface FaultFields {
  code?: unknown;
  syscall?: unknown;
  cause?: unknown;
}

/**
 * Returns true for an exception that is a defect of the harness. It is one unless it, or a cause of it, shows that
 * something else failed: by a code of the operating system, as a `MachineError`, or as a user's mistake.
 */
export const isCodeFault = (fault: unknown): boolean => !listCauses(fault).some(hasOutsideOrigin);

/**
 * Returns true for a defect whose exception has no code at all. Where bytes of an agent or a peer are handled, Node
 * refuses them with errors that have one (ERR_…, HPE_…, Z_…), and these are no defects.
 */
export const isUncodedFault = (fault: unknown): boolean =>
  isCodeFault(fault) && !listCauses(fault).some(({ code }) => typeof code === 'string');

/**
 * Returns true for a defect whose exception has no code of the operating system. Around control groups the kernel
 * refuses with any of them: a group that is gone (ENOENT), a process that has ended (ESRCH), a limit (EINVAL).
 */
export const isNonKernelFault = (fault: unknown): boolean =>
  isCodeFault(fault) && !listCauses(fault).some(({ code }) => typeof code === 'string' && KERNEL_CODE.test(code));

const KERNEL_CODE = /^E(?!RR_)[A-Z0-9]+$/;

function hasOutsideOrigin(fault: FaultFields): boolean {
  if (fault instanceof MachineError || fault instanceof UserError) return true;
  const { code, syscall } = fault;
  if (typeof code !== 'string') return false;
  // A program that is missing or gets too many arguments, unlike a file.
  return MACHINE_CODES.has(code) || (typeof syscall === 'string' && syscall.startsWith('spawn'));
}

/** Lists an exception and its causes, outermost first. Thrown values that are no objects have none. */
function listCauses(fault: unknown): FaultFields[] {
  const faults: FaultFields[] = [];
  for (let next = fault; typeof next === 'object' && next !== null && faults.length < MAX_CAUSES; ) {
    faults.push(next);
    next = (next as FaultFields).cause;
  }
  return faults;
}
