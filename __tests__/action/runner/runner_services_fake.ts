import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The services that GitHub's runners offer to an action, on loopback: artifacts, caches and the blob storage behind signed
 * addresses. It is as strict as they are about tokens, fields and types. What it does not know is an error.
 */
export interface RunnerServicesFake {
  url: string;
  token: string;
  requests: SentRequest[];
  artifacts: Map<string, StoredArtifact>;
  caches: Map<string, { key: string; version: string; content: Buffer }>;
  fail(fault: ServiceFault): void;
  close(): Promise<void>;
}

/** Request as a test compares it. Digits of a size, a digest or an id stand as they were sent. */
export interface SentRequest {
  method: string;
  /** Path, for blobs with the names of the query. */
  path: string;
  /** Headers that mean something to the service. */
  headers: Record<string, string>;
  body: unknown;
  status: number | 'reset';
}

export interface StoredArtifact {
  id: string;
  content: Buffer;
  mime_type: string;
  expires_at: string | undefined;
}

/** Scripted fault of the next `times` requests that match. */
export interface ServiceFault {
  on: RegExp;
  times?: number;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Break the connection instead. */
  reset?: boolean;
  /** Never answer. */
  hang?: boolean;
  /** Break the connection in the middle of the answer. */
  cut?: boolean;
}

export const RUN_ID = 'ce7f54c7-61c7-4aae-887f-30da475f5f1a';
export const JOB_ID = 'ca395085-040a-526b-2ce8-bdc85f692774';

/** Creates a token of the runner, as GitHub makes them: its scope names the run and the job. */
export function createRuntimeToken(scope = `Actions.ExampleScope Actions.Results:${RUN_ID}:${JOB_ID}`): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'RS256', typ: 'JWT' }), part({ scp: scope, exp: 4_102_444_800 }), 'c2lnbmF0dXJl'].join('.');
}

interface Answer {
  status: number;
  body?: unknown;
  raw?: Buffer;
}

interface Blob {
  blocks: Map<string, Buffer>;
  content: Buffer | undefined;
  content_type: string | undefined;
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly answer: object,
  ) {
    super(JSON.stringify(answer));
  }
}

const refuse = (status: number, code: string, msg: string): never => {
  throw new Refusal(status, { code, msg });
};

/** Field of a message: its JSON type as protobuf writes it. */
type Field = 'string' | 'int64' | 'int32' | 'timestamp' | 'strings';
const FIELDS: Record<string, Record<string, [Field, 'needed' | 'optional']>> = {
  CreateArtifact: {
    workflow_run_backend_id: ['string', 'needed'],
    workflow_job_run_backend_id: ['string', 'needed'],
    name: ['string', 'needed'],
    version: ['int32', 'needed'],
    mime_type: ['string', 'optional'],
    expires_at: ['timestamp', 'optional'],
  },
  FinalizeArtifact: {
    workflow_run_backend_id: ['string', 'needed'],
    workflow_job_run_backend_id: ['string', 'needed'],
    name: ['string', 'needed'],
    size: ['int64', 'needed'],
    hash: ['string', 'optional'],
  },
  ListArtifacts: {
    workflow_run_backend_id: ['string', 'needed'],
    workflow_job_run_backend_id: ['string', 'needed'],
    name_filter: ['string', 'optional'],
  },
  DeleteArtifact: {
    workflow_run_backend_id: ['string', 'needed'],
    workflow_job_run_backend_id: ['string', 'needed'],
    name: ['string', 'needed'],
  },
  GetCacheEntryDownloadURL: {
    key: ['string', 'needed'],
    restore_keys: ['strings', 'optional'],
    version: ['string', 'needed'],
  },
  CreateCacheEntry: { key: ['string', 'needed'], version: ['string', 'needed'] },
  FinalizeCacheEntryUpload: {
    key: ['string', 'needed'],
    version: ['string', 'needed'],
    size_bytes: ['int64', 'needed'],
  },
};

const FITS: Record<Field, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string' && value !== '',
  int64: (value) => typeof value === 'string' && /^\d+$/.test(value),
  int32: (value) => Number.isInteger(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value),
  strings: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};

/** Starts the services. */
export async function startRunnerServices(): Promise<RunnerServicesFake> {
  const token = createRuntimeToken();
  const requests: SentRequest[] = [];
  const faults: (ServiceFault & { times: number })[] = [];
  const artifacts: RunnerServicesFake['artifacts'] = new Map();
  const caches: RunnerServicesFake['caches'] = new Map();
  const opened = new Map<string, string>();
  const blobs = new Map<string, Blob>();
  let ids = 1000;

  const sign = (id: string) => `${fake.url}/blobs/${id}?sv=2024-05-04&sig=c2VjcmV0c2lnbmF0dXJl${id.slice(0, 8)}`;
  const openBlob = () => {
    const id = randomUUID();
    blobs.set(id, { blocks: new Map(), content: undefined, content_type: undefined });
    return id;
  };
  const finished = (key: string): Blob & { content: Buffer } => {
    const blob = blobs.get(opened.get(key) ?? '');
    if (blob?.content === undefined) return refuse(404, 'not_found', 'nothing was uploaded');
    return { ...blob, content: blob.content };
  };

  const methods: Record<string, (body: Record<string, string>) => object> = {
    CreateArtifact(body) {
      if (/["<>:|*?\\/]/.test(body.name!)) refuse(400, 'invalid_argument', 'invalid name');
      if (artifacts.has(body.name!))
        refuse(409, 'already_exists', 'an artifact with this name already exists on the workflow run');
      const id = openBlob();
      opened.set(`artifact ${body.name}`, id);
      opened.set(`expires ${body.name}`, body.expires_at ?? '');
      return { ok: true, signed_upload_url: sign(id) };
    },
    FinalizeArtifact({ name = '', size, hash }) {
      const { content, content_type } = finished(`artifact ${name}`);
      if (String(content.length) !== size) refuse(400, 'invalid_argument', `size is ${content.length}, not ${size}`);
      const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`;
      if (hash !== undefined && hash !== digest) refuse(400, 'invalid_argument', 'the hash is another one');
      const id = String(++ids);
      const expires_at = opened.get(`expires ${name}`) || undefined;
      artifacts.set(name, { id, content, mime_type: content_type ?? '', expires_at });
      return { ok: true, artifact_id: id };
    },
    ListArtifacts({ name_filter }) {
      const found = [...artifacts].filter(([name]) => name_filter === undefined || name === name_filter);
      const ids_of_job = { workflow_run_backend_id: RUN_ID, workflow_job_run_backend_id: JOB_ID };
      return {
        artifacts: found.map(([name, { id, content }]) => ({
          ...ids_of_job,
          database_id: id,
          name,
          size: String(content.length),
        })),
      };
    },
    DeleteArtifact({ name = '' }) {
      const found = artifacts.get(name);
      if (!found) return refuse(404, 'not_found', 'no such artifact');
      artifacts.delete(name);
      return { ok: true, artifact_id: found.id };
    },
    GetCacheEntryDownloadURL({ key = '', version, restore_keys }) {
      const wanted = [key, ...((restore_keys as unknown as string[] | undefined) ?? [])];
      const known = [...caches.values()].filter((entry) => entry.version === version).reverse();
      const found =
        known.find((entry) => entry.key === key) ??
        wanted.flatMap((prefix) => known.filter((entry) => entry.key.startsWith(prefix)))[0];
      if (!found) return { ok: false };
      const id = openBlob();
      blobs.get(id)!.content = found.content;
      return { ok: true, signed_download_url: sign(id), matched_key: found.key };
    },
    CreateCacheEntry({ key, version }) {
      if (caches.has(`${key} ${version}`)) refuse(409, 'already_exists', 'cache entry with the same key exists');
      const id = openBlob();
      opened.set(`cache ${key} ${version}`, id);
      return { ok: true, signed_upload_url: sign(id) };
    },
    FinalizeCacheEntryUpload({ key = '', version = '', size_bytes }) {
      const { content } = finished(`cache ${key} ${version}`);
      if (String(content.length) !== size_bytes) refuse(400, 'invalid_argument', `size is ${content.length}`);
      caches.set(`${key} ${version}`, { key, version, content });
      return { ok: true, entry_id: String(++ids) };
    },
  };

  function callMethod(path: string, request: IncomingMessage, text: string): Answer {
    const [, service, method] = /^\/twirp\/github\.actions\.results\.api\.v1\.(\w+)\/(\w+)$/.exec(path) ?? [];
    const fields = FIELDS[method ?? ''];
    const owner = method?.includes('Cache') ? 'CacheService' : 'ArtifactService';
    if (!fields || service !== owner) return refuse(404, 'bad_route', `no handler for ${path}`);
    if (request.method !== 'POST') refuse(405, 'bad_route', 'unsupported method');
    if (request.headers['content-type'] !== 'application/json') refuse(415, 'bad_route', 'unexpected Content-Type');
    if (request.headers.authorization !== `Bearer ${token}`) refuse(401, 'unauthenticated', 'bad token');
    const body = JSON.parse(text) as Record<string, string>;
    for (const [name, [field, need]] of Object.entries(fields))
      if (!(body[name] === undefined ? need === 'optional' : FITS[field](body[name])))
        refuse(400, 'malformed', `${name}: ${JSON.stringify(body[name])}`);
    for (const name of Object.keys(body)) if (!fields[name]) refuse(400, 'malformed', `unknown field ${name}`);
    for (const [name, id] of [
      ['workflow_run_backend_id', RUN_ID],
      ['workflow_job_run_backend_id', JOB_ID],
    ] as const)
      if (fields[name] && body[name] !== id) refuse(403, 'permission_denied', `${name} is not in the token's scope`);
    return { status: 200, body: methods[method!]!(body) };
  }

  function serveBlob(url: URL, request: IncomingMessage, body: Buffer): Answer {
    const blob = blobs.get(url.pathname.slice('/blobs/'.length));
    if (!blob) return { status: 404 };
    if (!url.searchParams.get('sig')) return { status: 403 };
    if (request.headers.authorization) return { status: 400 };
    if (request.method === 'GET') return blob.content ? { status: 200, raw: blob.content } : { status: 404 };
    if (request.method !== 'PUT') return { status: 405 };
    if (request.headers['content-length'] === undefined) return { status: 411 };
    const type = request.headers['x-ms-blob-content-type'];
    if (url.searchParams.get('comp') === 'block') {
      const id = url.searchParams.get('blockid') ?? '';
      const length = [...blob.blocks.keys()][0]?.length ?? id.length;
      if (!/^[A-Za-z0-9+/]+=*$/.test(id) || id.length !== length || body.length === 0) return { status: 400 };
      blob.blocks.set(id, body);
      return { status: 201 };
    }
    if (url.searchParams.get('comp') === 'blocklist') {
      const list = /^<\?xml version="1\.0" encoding="utf-8"[^>]*\?>\s*<BlockList>(.*)<\/BlockList>\s*$/is.exec(
        body.toString(),
      );
      const named = [...(list?.[1] ?? '').matchAll(/<Latest>([^<]*)<\/Latest>/g)].map(([, id]) => blob.blocks.get(id!));
      if (!list || named.some((block) => block === undefined)) return { status: 400 };
      blob.content = Buffer.concat(named as Buffer[]);
    } else {
      if (request.headers['x-ms-blob-type'] !== 'BlockBlob') return { status: 400 };
      blob.content = body;
    }
    blob.content_type = typeof type === 'string' ? type : undefined;
    return { status: 201 };
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url!, 'http://fake');
    const is_blob = url.pathname.startsWith('/blobs/');
    const sent: SentRequest = {
      method: request.method!,
      path: is_blob ? describeBlobPath(url) : url.pathname,
      headers: Object.fromEntries(
        ['content-type', 'x-ms-blob-type', 'x-ms-blob-content-type'].flatMap((name) =>
          typeof request.headers[name] === 'string' ? [[name, request.headers[name] as string]] : [],
        ),
      ),
      body: is_blob ? `${body.length} bytes` : JSON.parse(body.toString() || 'null'),
      status: 0,
    };
    requests.push(sent);
    const fault = faults.find((each) => each.times > 0 && each.on.test(`${sent.method} ${sent.path}`));
    if (fault) fault.times -= 1;
    if (fault?.reset) {
      sent.status = 'reset';
      request.socket.destroy();
      return;
    }
    if (fault?.hang) return;
    let answer: Answer;
    try {
      answer = fault?.status
        ? { status: fault.status, body: fault.body }
        : is_blob
          ? serveBlob(url, request, body)
          : callMethod(url.pathname, request, body.toString());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      answer = { status: error.status, body: error.answer };
    }
    sent.status = answer.status;
    const content = answer.raw ?? Buffer.from(answer.body === undefined ? '' : JSON.stringify(answer.body));
    response.writeHead(answer.status, {
      'content-type': is_blob ? 'application/octet-stream' : 'application/json',
      'content-length': content.length,
      ...fault?.headers,
    });
    if (fault?.cut) {
      response.write(content.subarray(0, Math.floor(content.length / 2)), () => request.socket.destroy());
      return;
    }
    response.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const fake: RunnerServicesFake = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    requests,
    artifacts,
    caches,
    fail: (fault) => faults.push({ times: 1, ...fault }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

/** Returns the path of a blob without what differs between two runs. */
const describeBlobPath = ({ searchParams }: URL) =>
  `/blobs/ID${searchParams.has('comp') ? `?comp=${searchParams.get('comp')}` : ''}`;
