const { findFacilities } = require('./facilities.cjs');
const { chooseStore } = require('./recorded_attempts.cjs');

/** Finds out what this machine has, and where recorded attempts are kept, before workers start, so that it is done once. */
module.exports = async (_, { rootDir }) => {
  findFacilities();
  chooseStore(rootDir);
};
