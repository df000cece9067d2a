import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from './ports.ts';

/** A bucket of S3 in memory that believes nothing: every request is checked as S3 checks it. */
export interface S3Server extends AsyncDisposable {
  /** `http://127.0.0.1:port`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** What `FILES_URL` names it by; files lie below `prefix`. */
  readonly filesUrl: (prefix?: string) => string;
  /** What is stored, by the whole key. */
  readonly objects: Map<string, StoredBytes>;
  /** Uploads in parts without an end. */
  readonly uploads: Map<string, BegunUpload>;
  /** `METHOD path` of every request that was let in. */
  readonly requests: string[];
  /** Answers so many of the next requests with 503 before they are looked at. */
  failNext(times: number): void;
}

interface StoredBytes {
  readonly bytes: Uint8Array;
  modifiedAt: number;
}

interface BegunUpload {
  readonly key: string;
  begunAt: number;
  readonly parts: Map<number, Uint8Array>;
}

interface Answer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body?: Uint8Array;
}

const xml = (content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`),
});

/** Of S3: parts but the last are at least so large. */
const leastPart = 5 * 1024 * 1024;
/** Small, so that a few objects take several pages. */
const pageSize = 3;

const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();
const md5 = (data: Uint8Array): string => `"${createHash('md5').update(data).digest('hex')}"`;
const iso = (time: number): string => new Date(time).toISOString();

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

/** `host`: the one that requests are signed for, where they come by another name. */
export async function startS3Server({ host }: { readonly host?: string } = {}): Promise<S3Server> {
  const [bucket, region, accessKeyId, secretAccessKey] = [
    'weft-test',
    'eu-test-1',
    'AKIDEXAMPLE',
    'a/secret+of=the&test',
  ];
  const objects = new Map<string, StoredBytes>();
  const uploads = new Map<string, BegunUpload>();
  const requests: string[] = [];
  let failures = 0;

  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    try {
      if (failures > 0) {
        failures--;
        throw new Refusal(503, 'SlowDown');
      }
      requireSignature(request, body);
      requests.push(`${request.method} ${request.url}`);
      const { status, headers, body: sent = '' } = answer(request, body);
      response
        .writeHead(status, { ...headers, ...(status !== 204 && { 'content-length': sent.length }) })
        .end(sent);
    } catch (error) {
      const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
      );
    }
  });

  /** Signature version 4, as the documentation of AWS writes it down. */
  function requireSignature({ method, url = '', headers }: IncomingMessage, body: Uint8Array): void {
    const [, key, date, at, service, names = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      ) ?? [];
    if (key !== accessKeyId) throw new Refusal(403, 'InvalidAccessKeyId');
    if (at !== region || service !== 's3') throw new Refusal(400, 'AuthorizationHeaderMalformed');
    const time = String(headers['x-amz-date']);
    const sentAt = Date.parse(
      time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
    );
    if (!(Math.abs(Date.now() - sentAt) < 15 * 60_000) || !time.startsWith(String(date)))
      throw new Refusal(403, 'RequestTimeTooSkewed');
    const signed = names.split(';');
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name)))
      throw new Refusal(403, 'AccessDenied');
    if (headers['x-amz-content-sha256'] !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch');
    const [path = '', query = ''] = url.split('?');
    const canonical = [
      method,
      path,
      query
        .split('&')
        .filter((pair) => pair !== '')
        .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
        .toSorted()
        .join('&'),
      ...signed.map(
        (name) => `${name}:${String((name === 'host' ? host : undefined) ?? headers[name]).trim()}`,
      ),
      '',
      names,
      sha256(body),
    ].join('\n');
    const text = ['AWS4-HMAC-SHA256', time, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join(
      '\n',
    );
    const signingKey = [region, 's3', 'aws4_request'].reduce(
      (last, part) => hmac(last, part),
      hmac(`AWS4${secretAccessKey}`, String(date)),
    );
    if (hmac(signingKey, text).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
  }

  function answer(request: IncomingMessage, body: Uint8Array): Answer {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://bucket');
    const [, name, ...rest] = decodeURIComponent(pathname).split('/');
    if (name === '')
      return xml(
        `<ListAllMyBucketsResult><Buckets><Bucket><Name>${bucket}</Name></Bucket></Buckets></ListAllMyBucketsResult>`,
      );
    if (name !== bucket) throw new Refusal(404, 'NoSuchBucket');
    const key = rest.join('/');
    const uploadId = query.get('uploadId');
    const upload = uploadId === null ? undefined : uploads.get(uploadId);
    if (uploadId !== null && upload?.key !== key) throw new Refusal(404, 'NoSuchUpload');

    if (key === '' && request.method === 'GET')
      return xml(query.has('uploads') ? listUploads(query) : list(query));
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomBytes(8).toString('hex');
      uploads.set(id, { key, begunAt: Date.now(), parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (request.method === 'PUT' && upload !== undefined) {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: md5(body) } };
    }
    if (request.method === 'POST' && upload !== undefined && uploadId !== null) {
      objects.set(key, { bytes: joined(upload, Buffer.from(body).toString()), modifiedAt: Date.now() });
      uploads.delete(uploadId);
      return xml('<CompleteMultipartUploadResult><ETag>"x"</ETag></CompleteMultipartUploadResult>');
    }
    if (request.method === 'DELETE') {
      if (uploadId === null) objects.delete(key);
      else uploads.delete(uploadId);
      return { status: 204, headers: {} };
    }
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, modifiedAt: Date.now() });
      return { status: 200, headers: { etag: md5(body) } };
    }
    const found = objects.get(key);
    if (request.method !== 'GET') throw new Refusal(405, 'MethodNotAllowed');
    if (found === undefined) throw new Refusal(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, headers: {}, body: found.bytes };
    const part = found.bytes.subarray(Number(from), Number(to) + 1);
    return {
      status: 206,
      headers: { 'content-range': `bytes ${from}-${to}/${found.bytes.length}` },
      body: part,
    };
  }

  function list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const left = [...objects].filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after);
    const page = left.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, pageSize);
    const more = left.length > page.length;
    const entries = page.map(
      ([key, { bytes, modifiedAt }]) =>
        `<Contents><Key>${key}</Key><LastModified>${iso(modifiedAt)}</LastModified><Size>${bytes.length}</Size></Contents>`,
    );
    const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : '';
    return `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
  }

  function listUploads(query: URLSearchParams): string {
    const after = query.get('upload-id-marker') ?? '';
    const left = [...uploads].filter(
      ([id, { key }]) => key.startsWith(query.get('prefix') ?? '') && id > after,
    );
    const page = left.toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, pageSize);
    const more = left.length > page.length;
    const entries = page.map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${iso(begunAt)}</Initiated></Upload>`,
    );
    const [id, { key = '' } = {}] = page.at(-1) ?? [];
    const next = more
      ? `<NextKeyMarker>${key}</NextKeyMarker><NextUploadIdMarker>${id}</NextUploadIdMarker>`
      : '';
    return `<ListMultipartUploadsResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListMultipartUploadsResult>`;
  }

  const port = await listenLocally(server);
  const secret = encodeURIComponent(secretAccessKey);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    filesUrl: (prefix = 'files') =>
      `s3://${accessKeyId}:${secret}@127.0.0.1:${port}/${bucket}/${prefix}?region=${region}&tls=off`,
    objects,
    uploads,
    requests,
    failNext: (times) => {
      failures = times;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close').catch(() => {});
    },
  };
}

/** The parts a completion names, each with the tag it was answered with, in order. */
function joined(upload: BegunUpload, completion: string): Uint8Array {
  const named = [...completion.matchAll(/<Part>([\s\S]*?)<\/Part>/g)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)<\/PartNumber>/.exec(part)?.[1]),
    tag: /<ETag>([^<]+)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  const parts = named.map(({ number, tag }, index) => {
    const part = upload.parts.get(number);
    if (part === undefined || md5(part) !== tag) throw new Refusal(400, 'InvalidPart');
    if (number !== index + 1) throw new Refusal(400, 'InvalidPartOrder');
    if (index < named.length - 1 && part.length < leastPart) throw new Refusal(400, 'EntityTooSmall');
    return part;
  });
  if (parts.length === 0) throw new Refusal(400, 'MalformedXML');
  return Buffer.concat(parts);
}
