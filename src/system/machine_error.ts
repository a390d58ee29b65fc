/** Failure of what the harness uses outside of its own code: a program, a mount, a sandbox, a connection. */
export class MachineError extends Error {}
