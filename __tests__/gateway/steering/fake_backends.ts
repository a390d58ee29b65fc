/**
 * What steering servers make of a request: each reads its field as the server's code does, and refuses what that would refuse. They answer
 * with what would be done to which layer.
 */
export interface Done {
  layer: number;
  what: string;
  scale: number;
  vector: number[] | string;
}

type Read = (body: Record<string, unknown>) => Done[];

const object = (value: unknown, what: string): Record<string, unknown> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`400: ${what} is no object`);
  return value as Record<string, unknown>;
};
const only = (value: Record<string, unknown>, keys: readonly string[], what: string) => {
  for (const key of Object.keys(value)) if (!keys.includes(key)) throw new Error(`400: extra field ${what}.${key}`);
};

/** `steering` at the top: a spec whose classes forbid other fields, on a server started with direct, erase and several vectors. */
export const easysteer: Read = (body) => {
  if (body.steering === undefined || body.steering === null || body.steering === false) return [];
  const spec = object(body.steering, 'steering');
  only(spec, ['vectors', 'conflict', 'debug'], 'steering');
  if (!['priority', 'sequential', 'error'].includes((spec.conflict as string) ?? 'priority'))
    throw new Error('400: conflict');
  if (!Array.isArray(spec.vectors) || spec.vectors.length === 0) throw new Error('400: vectors');
  return spec.vectors.map((given) => {
    const vector = object(given, 'vector');
    only(vector, ['source', 'data', 'algorithm', 'scale', 'layers', 'normalize', 'apply', 'params', 'name'], 'vector');
    if ((vector.source === undefined) === (vector.data === undefined)) throw new Error('400: source or data');
    if (!['direct', 'erase'].includes(vector.algorithm as string)) throw new Error('400: algorithm not declared');
    if (typeof vector.scale !== 'number') throw new Error('400: scale');
    const layers = vector.layers as unknown[];
    if (!Array.isArray(layers) || layers.length !== 1 || !Number.isInteger(layers[0])) throw new Error('400: layers');
    const apply = object(vector.apply, 'apply');
    if (apply.prompt !== 'all' || apply.generation !== 'all') throw new Error('400: apply');
    const where = vector.source ?? object(object(vector.data, 'data').tensors, 'tensors');
    return {
      layer: layers[0] as number,
      what: vector.algorithm as string,
      scale: vector.scale,
      vector: typeof where === 'string' ? where : Object.keys(where as object).join(),
    };
  });
};

/** vLLM's extra arguments: scalars and lists of them, so that structures come as JSON in a string. */
function extraArgument(body: Record<string, unknown>, name: string): unknown {
  if (body.vllm_xargs === undefined) return undefined;
  const given = object(body.vllm_xargs, 'vllm_xargs');
  for (const [key, value] of Object.entries(given)) {
    const flat = (each: unknown) => ['string', 'number'].includes(typeof each);
    if (!(flat(value) || (Array.isArray(value) && value.every(flat)))) throw new Error(`400: vllm_xargs.${key}`);
  }
  return typeof given[name] === 'string' ? JSON.parse(given[name]) : given[name];
}

/** A list of vectors with their numbers; the first dimension is the layers. Adds only. */
export const vllmLens: Read = (body) => {
  const vectors = extraArgument(body, 'apply_steering_vectors') ?? [];
  if (!Array.isArray(vectors)) throw new Error('400: apply_steering_vectors');
  return vectors.map((given) => {
    const vector = object(given, 'vector');
    const tensor = object(vector.activations, 'activations');
    if (tensor.compression !== undefined) throw new Error('400: not read here');
    const bytes = Buffer.from(tensor.data as string, 'base64');
    const [rows, width] = tensor.shape as [number, number];
    const layers = vector.layer_indices as number[];
    if (rows !== layers.length) throw new Error('400: activations dim 0 must match layer_indices');
    if (typeof vector.scale !== 'number' || vector.norm_match !== false) throw new Error('400: scale');
    const read: Record<string, (at: number) => number> = {
      'float32 torch.float32': (i) => bytes.readFloatLE(4 * i),
      'int16 torch.bfloat16': (i) => {
        const wide = Buffer.alloc(4);
        wide.writeUInt16LE(bytes.readUInt16LE(2 * i), 2);
        return wide.readFloatLE(0);
      },
    };
    const one = read[`${tensor.dtype} ${tensor.original_dtype}`];
    if (!one) throw new Error('400: dtype');
    return {
      layer: layers[0]!,
      what: 'add',
      scale: vector.scale,
      vector: Array.from({ length: width }, (_, i) => one(i)),
    };
  });
};

/** One vector by its path. */
export const vllmHook: Read = (body) => {
  const steer = extraArgument(body, 'steer');
  if (steer === undefined) return [];
  const { method, coefficient, optimal_layer, vector_path, ...more } = object(steer, 'steer');
  if (method !== 'add_vector') throw new Error(`Unknown steering method: ${method}`);
  if (Object.keys(more).length > 0) throw new Error('400: extra');
  if (!Number.isInteger(optimal_layer) || typeof coefficient !== 'number') throw new Error('400: steer');
  if (typeof vector_path !== 'string') throw new Error('FileNotFoundError');
  return [{ layer: optimal_layer as number, what: method, scale: coefficient, vector: vector_path }];
};
