import type { Invocation } from '../../invocation.js';
import { createWord, type ShellCall, type ShellInterpreter } from './shell_interpreter.js';
import type { ShellScope } from './shell_scope.js';

/** Creates the invocation of a call. */
export function createInvocation({ program, words, args, scope, context, filter }: ShellCall): Invocation {
  return {
    program,
    path: words[0]!.text,
    args,
    redirects: context.redirects,
    environment: { ...getPosixEnvironment(scope), ...scope.exported(), ...context.environment },
    ...(context.input && { input: context.input }),
    wrappers: context.wrappers,
    language: 'shell',
    ...(filter && { filter }),
    ...(context.captured && { captured: true }),
    ...(scope.folder !== undefined && { folder: createWord(scope.folder) }),
  };
}

/** Returns the one variable that matters even if it is not known to be exported. */
function getPosixEnvironment(scope: ShellScope): Invocation['environment'] {
  const [value] = scope.get('POSIXLY_CORRECT')?.words ?? [];
  return value ? { POSIXLY_CORRECT: value } : {};
}

/** Reports a command that starts copies of itself concurrently. */
export function reportForkBomb(call: ShellCall, interpreter: ShellInterpreter): void {
  if (interpreter.budget.spendInvocation())
    interpreter.invocations.push(
      createInvocation({ ...call, program: 'fork-bomb', words: [createWord('fork-bomb')], args: [] }),
    );
}
