const { TestEnvironment: NodeEnvironment } = require('jest-environment-node');

/** Environment of this worker: one context for all of its test files, so that modules can serve more than one of them. */
let shared;
/** State of the worker before the first test file. */
let globals;
let exit;
const variables = { ...process.env };
const folder = process.cwd();

/**
 * Gives every test file of a worker the same context. Between files it removes globals that a file added, and restores
 * environment variables, the working folder, `process.exit` and fake timers. With `worker_runtime.cjs` it lets the modules of
 * `src/` and of packages be loaded once. Options in a comment of a test file (`@jest-environment-options`) have no effect.
 */
class WorkerEnvironment {
  constructor(config, context) {
    if (shared === undefined) {
      shared = new NodeEnvironment(config, context);
      globals = new Set(Reflect.ownKeys(shared.global));
      exit = shared.global.process.exit;
    }
    this.global = shared.global;
    this.moduleMocker = shared.moduleMocker;
    this.fakeTimers = shared.fakeTimers;
    this.fakeTimersModern = shared.fakeTimersModern;
    for (const key of Reflect.ownKeys(this.global)) if (!globals.has(key)) Reflect.deleteProperty(this.global, key);
    // Jest wraps it for every test file.
    this.global.process.exit = exit;
  }
  async setup() {}
  async teardown() {
    this.fakeTimersModern.useRealTimers();
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!Object.hasOwn(variables, name)) delete env[name];
    Object.assign(env, variables);
    if (process.cwd() !== folder) process.chdir(folder);
  }
  exportConditions() {
    return shared.exportConditions();
  }
  getVmContext() {
    return shared.getVmContext();
  }
}

module.exports = WorkerEnvironment;
