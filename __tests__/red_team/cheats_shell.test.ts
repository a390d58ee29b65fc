// Needs: sandbox
import { cleanUp } from '../given.js';
import { describeCheats } from './given_cheats.js';

afterAll(cleanUp);

describeCheats(['shell-tap', 'shell-exit', 'make-tap']);
