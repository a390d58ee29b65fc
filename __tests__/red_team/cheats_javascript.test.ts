// Needs: sandbox
import { cleanUp } from '../given.js';
import { describeCheats } from './given_cheats.js';

afterAll(cleanUp);

describeCheats(['node-junit', 'node-tap', 'node-events', 'npm-junit', 'jest']);
