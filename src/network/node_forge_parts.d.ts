/**
 * Parts of node-forge that are loaded one by one, since the whole would double the start time. Each part extends the
 * same object.
 */
declare module 'node-forge/lib/forge.js' {
  import forge = require('node-forge');
  export = forge;
}
declare module 'node-forge/lib/x509.js';
declare module 'node-forge/lib/sha256.js';
