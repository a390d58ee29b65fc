import type { Readable, Writable } from 'node:stream';

/** Standard input and output of the process that started gatebench. */
export interface ClientStreams {
  input: Readable;
  output: Writable;
}
