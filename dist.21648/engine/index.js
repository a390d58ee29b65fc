import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
   
  var __nccwpck_require__ = {};
   
  (() => {
  	 
  	__nccwpck_require__.d = (exports, definition) => {
  		for(var key in definition) {
  			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
  				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
  			}
  		}
  	};
  })();
   
  (() => {
  	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
  })();
var __webpack_exports__ = {};

__nccwpck_require__.d(__webpack_exports__, {
  l: () => (  bundle)
});

; 
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
; 
const external_node_module_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:module");
; 
const external_node_url_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");
; 
const external_node_vm_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:vm");
; 




const STARTED_MS = 3_000;
function loadBundle(url, { profile, cache }) {
    const filename = (0,external_node_url_namespaceObject.fileURLToPath)(url);
    const code = `(function (exports, require, module, __filename, __import) {${(0,external_node_fs_namespaceObject.readFileSync)(filename, 'latin1')}\n})`;
    const entry = cache?.find(filename, profile);
    const script = new external_node_vm_namespaceObject.Script(code, {
        filename,
        ...(entry?.data ? { cachedData: entry.data } : {}),
    });
    if (entry && (!entry.data || script.cachedDataRejected)) {
        const keep = once(() => entry.write(script.createCachedData()));
        process.once('exit', keep);
        setTimeout(keep, STARTED_MS).unref();
    }
    const module = { exports: {} };
    script.runInThisContext()(module.exports, (0,external_node_module_namespaceObject.createRequire)(url), module, filename, importModule);
    return module.exports;
}
const importModule = (name) => import(  name);
function once(act) {
    let done = false;
    return () => {
        if (!done)
            act();
        done = true;
    };
}

; 
const external_node_crypto_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");
; 
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
; 

function writeAtomically(path, data) {
    const temporary = `${path}.${process.pid}.tmp`;
    try {
        const fd = (0,external_node_fs_namespaceObject.openSync)(temporary, 'w', 0o644);
        try {
            const bytes = typeof data === 'string' ? Buffer.from(data) : data;
            for (let at = 0; at < bytes.length;)
                at += (0,external_node_fs_namespaceObject.writeSync)(fd, bytes, at);
        }
        finally {
            (0,external_node_fs_namespaceObject.closeSync)(fd);
        }
        (0,external_node_fs_namespaceObject.renameSync)(temporary, path);
    }
    catch (error) {
        (0,external_node_fs_namespaceObject.rmSync)(temporary, { force: true });
        throw error;
    }
}

; 




const MAX_FILES = 16;
const DIGEST_BYTES = 32;
function openCodeCache(environment) {
    const { XDG_CACHE_HOME = '', HOME = '', NODE_OPTIONS = '' } = environment;
    const parent = (0,external_node_path_namespaceObject.isAbsolute)(XDG_CACHE_HOME) ? XDG_CACHE_HOME : (0,external_node_path_namespaceObject.isAbsolute)(HOME) ? (0,external_node_path_namespaceObject.join)(HOME, '.cache') : undefined;
    if (parent === undefined)
        return undefined;
    const folder = (0,external_node_path_namespaceObject.join)(parent, 'gatebench-code');
    return {
        find(filename, profile) {
            try {
                for (const path of [parent, folder])
                    if (!(0,external_node_fs_namespaceObject.existsSync)(path))
                        (0,external_node_fs_namespaceObject.mkdirSync)(path, { mode: 0o700 });
                if (!isOwn((0,external_node_fs_namespaceObject.lstatSync)(folder)) || !(0,external_node_fs_namespaceObject.lstatSync)(folder).isDirectory())
                    return undefined;
                const path = (0,external_node_path_namespaceObject.join)(folder, `${computeKey(filename, [NODE_OPTIONS, profile])}.bin`);
                return { data: readOwnFile(path), write: (data) => keep(folder, path, data) };
            }
            catch {
                return undefined;  
            }
        },
    };
}
function computeKey(filename, terms) {
    const { size, ino, mtimeMs, ctimeMs } = (0,external_node_fs_namespaceObject.statSync)(filename);
    const runtime = [process.version, process.arch, process.execArgv];
    const facts = JSON.stringify([filename, size, ino, mtimeMs, ctimeMs, runtime, terms]);
    return (0,external_node_crypto_namespaceObject.createHash)('sha256').update(facts).digest('hex').slice(0, 32);
}
const isOwn = ({ uid, mode }) => uid === process.geteuid?.() && (mode & 0o022) === 0;
function readOwnFile(path) {
    let fd;
    try {
        fd = (0,external_node_fs_namespaceObject.openSync)(path, external_node_fs_namespaceObject.constants.O_RDONLY | external_node_fs_namespaceObject.constants.O_NOFOLLOW | external_node_fs_namespaceObject.constants.O_NONBLOCK);
    }
    catch {
        return undefined;
    }
    try {
        const facts = (0,external_node_fs_namespaceObject.fstatSync)(fd);
        if (!facts.isFile() || !isOwn(facts))
            return undefined;
        const bytes = (0,external_node_fs_namespaceObject.readFileSync)(fd);
        const data = bytes.subarray(DIGEST_BYTES);
        return computeDigest(data).equals(bytes.subarray(0, DIGEST_BYTES)) ? data : undefined;
    }
    finally {
        (0,external_node_fs_namespaceObject.closeSync)(fd);
    }
}
function keep(folder, path, data) {
    try {
        writeAtomically(path, Buffer.concat([computeDigest(data), data]));
        const files = (0,external_node_fs_namespaceObject.readdirSync)(folder).map((name) => (0,external_node_path_namespaceObject.join)(folder, name));
        const byAge = files.map((file) => ({ file, at: (0,external_node_fs_namespaceObject.statSync)(file).mtimeMs })).sort((a, b) => b.at - a.at);
        for (const { file } of byAge.slice(MAX_FILES))
            (0,external_node_fs_namespaceObject.rmSync)(file, { force: true });
    }
    catch {
    }
}
const computeDigest = (data) => (0,external_node_crypto_namespaceObject.createHash)('sha256').update(data).digest();

; 


const bundle = loadBundle(import.meta.url.replace(/[^/]*$/, 'engine.cjs'), {
    profile: /^[a-z-]{1,20}$/.exec(process.argv[2] ?? '')?.[0] ?? '',
    cache: process.env.NODE_V8_COVERAGE ? undefined : openCodeCache(process.env),
});

var __webpack_exports__bundle = __webpack_exports__.l;
export { __webpack_exports__bundle as bundle };
