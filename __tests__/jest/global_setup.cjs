const { findFacilities } = require('./facilities.cjs');

/** Finds out what this machine has before workers start, so that it is done once. */
module.exports = async () => {
  findFacilities();
};
