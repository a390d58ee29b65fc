export * from './types/library.js';
