import type { SandboxCommand, Session } from '../sandbox_backend.js';

/** Listener that receives each different program of a traced command's process tree while the command runs. */
export type ProgramListener = NonNullable<SandboxCommand['on_program']>;

/** Wraps a session so that the listener receives the programs of all its traced commands. */
export function watchPrograms(session: Session, listener: ProgramListener | undefined): Session {
  if (listener === undefined) return session;
  const tell: ProgramListener = (argv, cwd) => {
    try {
      listener(argv, cwd);
    } catch {
      // A full disk shows at the next event that must be there.
    }
  };
  return {
    ...session,
    exec: (command) =>
      session.exec({
        ...command,
        on_program(argv, cwd) {
          tell(argv, cwd);
          command.on_program?.(argv, cwd);
        },
      }),
  };
}
