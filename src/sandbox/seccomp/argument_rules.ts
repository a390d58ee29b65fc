import type { SeccompArchitecture } from './denied_calls.js';

/** Condition on the arguments of a call. */
export type ArgumentTest =
  /** Any of these bits is set. */
  | { argument: number; any_bit: number }
  /** It is one of these values. */
  | { argument: number; one_of: readonly number[] }
  /** It asks for a family of sockets that namespaces do not isolate. */
  | 'other socket';

/** Refusal of calls by one argument. */
interface ArgumentRule {
  calls: Record<string, Record<SeccompArchitecture, number>>;
  test: Exclude<ArgumentTest, string>;
  /** Error of the refused call; 0 = it succeeds and does nothing. */
  errno: number;
}

export const EPERM = 1;
const EINVAL = 22;
const EOPNOTSUPP = 95;
/** Error of a socket family that the kernel does not have. */
export const EAFNOSUPPORT = 97;

/** Bit of x64's and arm64's RWF_NOWAIT (linux/fs.h): read only what is in the page cache. */
const RWF_NOWAIT = 0x8;
/** POSIX_FADV_WILLNEED and POSIX_FADV_DONTNEED (linux/fadvise.h): fill and empty the page cache. */
const CACHE_ADVICE = [3, 4];
/** MADV_COLD and MADV_PAGEOUT (linux/mman.h): empty it through a mapping. */
const PAGEOUT_ADVICE = [20, 21];

/**
 * Namespace flags of `clone`: CLONE_NEWNS | NEWCGROUP | NEWUTS | NEWIPC | NEWUSER | NEWPID | NEWNET of linux/sched.h.
 */
const NAMESPACE_FLAGS = 0x7e020000;

/**
 * Refusals by arguments: namespaces, and questions to the page cache, which commands of several sandboxes share and
 * could leave each other notes in.
 */
export const argumentRules: readonly ArgumentRule[] = [
  { calls: { clone: { x64: 56, arm64: 220 } }, test: { argument: 0, any_bit: NAMESPACE_FLAGS }, errno: EPERM },
  {
    calls: { preadv2: { x64: 327, arm64: 286 }, pwritev2: { x64: 328, arm64: 287 } },
    test: { argument: 5, any_bit: RWF_NOWAIT },
    errno: EOPNOTSUPP,
  },
  { calls: { fadvise64: { x64: 221, arm64: 223 } }, test: { argument: 3, one_of: CACHE_ADVICE }, errno: 0 },
  { calls: { madvise: { x64: 28, arm64: 233 } }, test: { argument: 2, one_of: PAGEOUT_ADVICE }, errno: EINVAL },
];

/** Calls whose first argument is a family of sockets. */
export const socketCalls: Record<string, Record<SeccompArchitecture, number>> = {
  socket: { x64: 41, arm64: 198 },
  socketpair: { x64: 53, arm64: 199 },
};

/** Families of sockets that namespaces isolate: AF_UNIX, AF_INET, AF_INET6. AF_VSOCK reaches the host. */
export const SOCKET_FAMILIES: readonly number[] = [1, 2, 10];
/** Family AF_NETLINK, of which only protocol NETLINK_ROUTE is allowed: it lists interfaces and addresses. */
export const NETLINK_FAMILY = 16;
export const NETLINK_ROUTE = 0;
