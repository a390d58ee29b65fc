/** Name of the file beside rows of steering that names their sparse models. */
export declare const SPARSE_MODELS_FILE = "sparse_models.csv";
/** Sparse model of rows of steering that name none. */
interface SparseModel {
    source: 'sae_lens' | 'sparsify';
    /** Hookpoint of the rows that it holds for; absent = all others. */
    hookpoint?: string | undefined;
    /** Repository or release. */
    sparse_model: string;
    sae_id?: string | undefined;
}
/** Sparse models of a file or call. */
export type SparseModels = readonly SparseModel[];
/** Checks given entries. @throws {RangeError} for a wrong one */
export declare function requireSparseModels(models: SparseModels): SparseModels;
/** Fields of a row of steering that say whether it needs a model, and which. */
interface ModelNeed {
    source?: unknown;
    hookpoint?: unknown;
    sparse_model?: unknown;
    sae_id?: unknown;
}
/**
 * Adds the sparse model to a row that names none: that of its hookpoint, else that of its source. Other rows are
 * returned unchanged.
 */
export declare function addSparseModel<Row extends ModelNeed>(row: Row, models: SparseModels): Row;
/**
 * Reads the file of sparse models.
 *
 * @param path absolute
 * @returns no model if there is no such file
 * @throws {UserError} with file:line:column
 */
export declare function readSparseModels(path: string, cwd?: string): SparseModels;
/** Describes the file to write for a row without a sparse model. */
export declare const describeSparseModelsFile: (source: 'sae_lens' | 'sparsify') => string;
export {};
