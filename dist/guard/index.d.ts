export * from './types/guard_library.js';
