const { sep } = require('node:path');
const { isBuilt, loadBuilt } = require('./built_modules.cjs');
const { default: Runtime } = require('jest-runtime');
const { version } = require('jest-runtime/package.json');

// The hooks below are no public interface of jest-runtime.
const TRIED = '30.5.2';
if (version !== TRIED) throw new Error(`worker_runtime.cjs was tried with jest-runtime ${TRIED}, not ${version}`);

/** Runtime of the modules that the test files of this worker share: those of `src/` and of packages. It outlives them. */
let shared;
/** Settles when the modules that test files asked for so far are loaded: two graphs with a module in common cannot be linked at once. */
let loading = Promise.resolve();

function loadShared(path, suffix) {
  const loaded = loading.then(async () =>
    shared.esmLoader.linkAndEvaluateModule(await shared.esmLoader.loadEsmModule(path, suffix)),
  );
  loading = loaded.catch(() => undefined);
  return loaded;
}

/** Creates the runtime of shared modules. Those with which a verb begins are the built ones. */
function createSharedRuntime(options, root, context) {
  const runtime = new Runtime(...options);
  const { esmLoader } = runtime;
  const load = esmLoader.loadEsmModule.bind(esmLoader);
  esmLoader.loadEsmModule = (path, suffix) =>
    isBuilt(root, path) ? loadBuilt(root, path, context) : load(path, suffix);
  return runtime;
}

/**
 * Loads the modules of `src/` and of packages once for all test files of a worker, in the context that `worker_environment.cjs` keeps.
 * Test files and their helpers are loaded anew for each file. A mock of a shared module has no effect.
 */
class WorkerRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    const [config] = options;
    const [{ rootDir }, environment] = options;
    shared ??= createSharedRuntime(options, rootDir, environment.getVmContext());
    // Newer versions of Node would load the whole graph of a test file at once, past the hooks.
    for (const runtime of [this, shared]) runtime._resolution.canResolveSync = () => false;
    const folders = ['src', 'node_modules'].map((folder) => `${config.rootDir}${sep}${folder}${sep}`);
    const isShared = (path) => folders.some((folder) => path.startsWith(folder));
    const { esmLoader } = this;
    const loadOwn = esmLoader.loadEsmModule.bind(esmLoader);
    esmLoader.loadEsmModule = (path, suffix) => (isShared(path) ? loadShared(path, suffix) : loadOwn(path, suffix));
    const loadOwnCjs = esmLoader.loadCjsAsEsm.bind(esmLoader);
    esmLoader.loadCjsAsEsm = (from, path, suffix, context) =>
      isShared(path)
        ? shared.esmLoader.loadCjsAsEsm(from, path, suffix, context)
        : loadOwnCjs(from, path, suffix, context);
  }
  getSourceMaps() {
    return new Map([...shared.transformCache.getSourceMaps(), ...super.getSourceMaps()]);
  }
}

module.exports = { __esModule: true, default: WorkerRuntime };
