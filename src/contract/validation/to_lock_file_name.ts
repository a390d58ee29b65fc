/** Returns the file name of the lock of a contract: `contract.yml` → `contract.lock`, `x.yaml` → `x.lock`. */
export const toLockFileName = (contract_file: string): string => `${contract_file.replace(/\.ya?ml$/, '')}.lock`;
