import { shortened } from './shortened.js';

/** The prompt of a user in a folder. */
export const prompt = ({ user, path, ...how }) => `${user} ${shortened(path, how)} ${user === 'root' ? '#' : '$'} `;
