/** Names that are asked for and have no value, in their order. */
export const missing = (wanted, environment) => Object.keys(wanted).filter((name) => !environment[name]);
