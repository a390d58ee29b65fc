/**
 * Architecture for which the system calls have numbers here. Numbers come from the kernel's
 * arch/x86/entry/syscalls/syscall_64.tbl and scripts/syscall.tbl (arm64); `null` = the call does not exist there.
 * Sandboxed commands may make all calls that no list names: namespaces, missing capabilities and no-new-privileges
 * isolate them. The lists remove kernel surface that tests of ordinary software do not need.
 */
export type SeccompArchitecture = 'x64' | 'arm64';

/** System calls that a sandboxed command cannot make: they fail with EPERM. */
export const deniedCalls: Record<string, Record<SeccompArchitecture, number | null>> = {
  // Looking into and steering other processes.
  ptrace: { x64: 101, arm64: 117 },
  process_vm_readv: { x64: 310, arm64: 270 },
  process_vm_writev: { x64: 311, arm64: 271 },
  pidfd_getfd: { x64: 438, arm64: 438 },
  kcmp: { x64: 312, arm64: 272 },
  // Mounts.
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  chroot: { x64: 161, arm64: 51 },
  move_mount: { x64: 429, arm64: 429 },
  open_tree: { x64: 428, arm64: 428 },
  open_tree_attr: { x64: 467, arm64: 467 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  // Namespaces (`clone` with a namespace flag is checked by its argument).
  unshare: { x64: 272, arm64: 97 },
  setns: { x64: 308, arm64: 268 },
  // Large and often vulnerable parts of the kernel.
  bpf: { x64: 321, arm64: 280 },
  perf_event_open: { x64: 298, arm64: 241 },
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  userfaultfd: { x64: 323, arm64: 282 },
  fanotify_init: { x64: 300, arm64: 262 },
  // Kernel key rings are not namespaced by user id alone.
  keyctl: { x64: 250, arm64: 219 },
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  // File handles reach past the mount tree.
  open_by_handle_at: { x64: 304, arm64: 265 },
  name_to_handle_at: { x64: 303, arm64: 264 },
  // The machine itself.
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  reboot: { x64: 169, arm64: 142 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  acct: { x64: 163, arm64: 89 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  clock_adjtime: { x64: 305, arm64: 266 },
  adjtimex: { x64: 159, arm64: 171 },
  sethostname: { x64: 170, arm64: 161 },
  setdomainname: { x64: 171, arm64: 162 },
  iopl: { x64: 172, arm64: null },
  ioperm: { x64: 173, arm64: null },
  lookup_dcookie: { x64: 212, arm64: 18 },
  syslog: { x64: 103, arm64: 116 },
  vhangup: { x64: 153, arm64: 58 },
  nfsservctl: { x64: 180, arm64: 42 },
  _sysctl: { x64: 156, arm64: null },
  uselib: { x64: 134, arm64: null },
};

/**
 * System calls that fail with ENOSYS, so that programs do without them. A filter cannot read the flags of `clone3` and
 * of requests to `io_submit`; `mincore`, `cachestat` and the others ask or change the page cache, which outlives a run.
 */
export const unavailableCalls: Record<string, Record<SeccompArchitecture, number>> = {
  clone3: { x64: 435, arm64: 435 },
  io_setup: { x64: 206, arm64: 0 },
  mincore: { x64: 27, arm64: 232 },
  cachestat: { x64: 451, arm64: 451 },
  readahead: { x64: 187, arm64: 213 },
  process_madvise: { x64: 440, arm64: 440 },
};
