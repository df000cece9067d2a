import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import {
  type OutgoingAnswer,
  OutgoingFault,
  OutgoingHttp,
  type OutgoingRequest,
} from '../safe-fetch/outgoing-http.ts';
import { elementsOf, escaped, textOf } from './s3-answers.ts';

/** Where objects lie, and who asks for them. */
export interface S3Place {
  /** `https://host:port`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Put before every key: empty, or ending in `/`. */
  readonly prefix: string;
  /** Null: as the host says, or `us-east-1`. */
  readonly region: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface S3Object {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** Bytes. */
  readonly size: number;
}

/** An upload in parts that was begun and neither completed nor aborted. */
export interface S3Upload {
  readonly key: string;
  readonly uploadId: string;
  /** Epoch milliseconds. */
  readonly begunAt: number;
}

/** Why the store did not do what it was asked for. */
export class S3Fault extends Error {
  override readonly name = 'S3Fault';
  /** The code S3 answered with, such as `AccessDenied`; null where no answer came. */
  readonly code: string | null;

  constructor(message: string, code: string | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Bytes of a part; S3 takes parts of 5 MB or more, and 10,000 of them. What is smaller goes as one. */
const partBytes = 8 * 1024 * 1024;
/** Milliseconds until the second attempt; it doubles with each. */
const firstPause = 200;
const attempts = 4;
/** Milliseconds of a request with or without a body of the size of a part, and of reading an object to its end. */
const requestTimeout = 120_000;
const readTimeout = 60 * 60_000;

interface Call {
  readonly method: NonNullable<OutgoingRequest['method']>;
  /** Empty: the bucket itself. */
  readonly key?: string;
  readonly query?: { readonly [name: string]: string };
  readonly headers?: { readonly [name: string]: string };
  readonly body?: Uint8Array;
  /** Statuses beside 2xx that are no fault. */
  readonly expected?: readonly number[];
  readonly timeout?: number;
  readonly maxBytes?: number;
  /** False where a second attempt would not mean the same. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * A bucket of an S3-compatible store, addressed by path. The operator names its host, so this host alone may lie in a
 * private network; it has a client of its own, for what people let the server fetch must not reach it.
 */
export class S3Bucket implements AsyncDisposable {
  readonly #place: S3Place;
  readonly #http: OutgoingHttp;

  constructor(place: S3Place) {
    this.#place = place;
    const { hostname } = new URL(place.endpoint);
    this.#http = new OutgoingHttp({ allowPrivateHosts: [hostname.replace(/^\[|\]$/g, '')] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  /** Stores an object whole or not at all, a part at a time in memory. */
  async put(key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const parts = inParts(content);
    const first = await parts.next();
    if (first.done === true || first.value.isLast) {
      await this.#done({
        method: 'PUT',
        key,
        body: first.done === true ? new Uint8Array() : first.value.bytes,
      });
      return;
    }
    const begun = await this.#text({ method: 'POST', key, query: { uploads: '' }, repeatable: false });
    const uploadId = textOf(begun, 'UploadId');
    if (uploadId === null) throw new S3Fault('The file store did not name the upload it began', null);
    try {
      const tags = [await this.#putPart(key, uploadId, 1, first.value.bytes)];
      for await (const { bytes } of parts)
        tags.push(await this.#putPart(key, uploadId, tags.length + 1, bytes));
      await this.#complete(key, uploadId, tags);
    } catch (error) {
      await this.abort({ key, uploadId }).catch(() => {});
      throw error;
    }
  }

  async #putPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<string> {
    const query = { partNumber: String(number), uploadId };
    const { headers } = await this.#done({ method: 'PUT', key, query, body });
    return headers.etag ?? '';
  }

  async #complete(key: string, uploadId: string, tags: readonly string[]): Promise<void> {
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const answer = await this.#text({
      method: 'POST',
      key,
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body,
      repeatable: false,
    });
    // S3 answers 200 before it knows how it ends.
    if (/<Error[\s>]/.test(answer)) throw faultOf(200, answer);
  }

  /** Null where there is no such object. Both ends of the range are included. Read it to its end, or abort the signal. */
  async get(
    key: string,
    range: { readonly start: number; readonly end: number } | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly content: AsyncIterable<Uint8Array>; readonly size: number } | null> {
    const answer = await this.#send({
      method: 'GET',
      key,
      ...(range && { headers: { range: `bytes=${range.start}-${range.end}` } }),
      expected: [404],
      timeout: readTimeout,
      maxBytes: Number.POSITIVE_INFINITY,
      signal,
    });
    if (answer.status !== 404)
      return { content: answer.body, size: Number(answer.headers['content-length'] ?? Number.NaN) };
    const xml = await answer.text();
    // A bucket that is missing is no missing object.
    if (textOf(xml, 'Code') === 'NoSuchBucket') throw faultOf(404, xml);
    return null;
  }

  async remove(key: string): Promise<void> {
    await this.#done({ method: 'DELETE', key, expected: [404] });
  }

  async abort({ key, uploadId }: Pick<S3Upload, 'key' | 'uploadId'>): Promise<void> {
    await this.#done({ method: 'DELETE', key, query: { uploadId }, expected: [404] });
  }

  /** Throws unless the bucket is there and these keys may list it. */
  async check(): Promise<void> {
    const { prefix } = this.#place;
    await this.#text({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1', prefix } });
  }

  /** Every object below the prefix, in the order of their keys. */
  async *list(): AsyncGenerator<S3Object> {
    for (let token: string | null = null; ; ) {
      const xml: string = await this.#text({
        method: 'GET',
        query: {
          'list-type': '2',
          prefix: this.#place.prefix,
          ...(token !== null && { 'continuation-token': token }),
        },
      });
      for (const entry of elementsOf(xml, 'Contents'))
        yield {
          key: this.#withoutPrefix(textOf(entry, 'Key') ?? ''),
          modifiedAt: Date.parse(textOf(entry, 'LastModified') ?? ''),
          size: Number(textOf(entry, 'Size')),
        };
      token = textOf(xml, 'IsTruncated') === 'true' ? textOf(xml, 'NextContinuationToken') : null;
      if (token === null) return;
    }
  }

  /** Every upload in parts below the prefix that has no end yet. */
  async *uploads(): AsyncGenerator<S3Upload> {
    for (let after: { readonly [name: string]: string } = {}; ; ) {
      const xml: string = await this.#text({
        method: 'GET',
        query: { uploads: '', prefix: this.#place.prefix, ...after },
      });
      for (const entry of elementsOf(xml, 'Upload'))
        yield {
          key: this.#withoutPrefix(textOf(entry, 'Key') ?? ''),
          uploadId: textOf(entry, 'UploadId') ?? '',
          begunAt: Date.parse(textOf(entry, 'Initiated') ?? ''),
        };
      if (textOf(xml, 'IsTruncated') !== 'true') return;
      after = {
        'key-marker': textOf(xml, 'NextKeyMarker') ?? '',
        'upload-id-marker': textOf(xml, 'NextUploadIdMarker') ?? '',
      };
    }
  }

  #withoutPrefix(key: string): string {
    return key.slice(this.#place.prefix.length);
  }

  async #text(call: Call): Promise<string> {
    return (await this.#send(call)).text();
  }

  /** The answer, its body read and left alone. */
  async #done(call: Call): Promise<OutgoingAnswer> {
    const answer = await this.#send(call);
    await answer.bytes();
    return answer;
  }

  /** Tries again what is expected to pass: a store that is busy, or not reached. */
  async #send(call: Call): Promise<OutgoingAnswer> {
    const { expected = [], repeatable = true, signal } = call;
    for (let attempt = 1; ; attempt++) {
      const isLast = !repeatable || attempt === attempts;
      try {
        const answer = await this.#request(call);
        if ((answer.status >= 200 && answer.status < 300) || expected.includes(answer.status)) return answer;
        const fault = faultOf(answer.status, await answer.text());
        if (isLast || (answer.status < 500 && answer.status !== 429)) throw fault;
      } catch (error) {
        if (error instanceof S3Fault) throw error;
        const isTransient =
          error instanceof OutgoingFault && (error.reason === 'unreachable' || error.reason === 'timeout');
        if (isLast || !isTransient || signal?.aborted)
          throw new S3Fault(`The file store could not be asked: ${(error as Error).message}`, null, {
            cause: error,
          });
      }
      await setTimeout(firstPause * 2 ** (attempt - 1), undefined, { signal });
    }
  }

  async #request({ method, key, query = {}, headers, body, ...rest }: Call): Promise<OutgoingAnswer> {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = this.#place;
    const url = new URL(`/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      // The store refuses bytes that were altered on their way.
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      ...(region !== null && { region }),
    }).sign();
    return this.#http.request({
      method,
      url: signed.url.href,
      // The size that is promised is the one of the stored bytes.
      headers: { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' },
      ...(body !== undefined && { body }),
      timeout: rest.timeout ?? requestTimeout,
      redirects: 0,
      ...(rest.maxBytes !== undefined && { maxBytes: rest.maxBytes }),
      ...(rest.signal !== undefined && { signal: rest.signal }),
    });
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function faultOf(status: number, xml: string): S3Fault {
  const code = textOf(xml, 'Code');
  const told = [code, textOf(xml, 'Message')].filter((text) => text !== null).join(': ');
  return new S3Fault(
    `The file store answered ${status}${told === '' ? '' : ` (${told.slice(0, 300)})`}`,
    code,
  );
}

/** Gathers bytes into parts of one size; the last one may be smaller, and is told so only when it is the first. */
async function* inParts(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly bytes: Uint8Array; readonly isLast: boolean }> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    held.push(chunk);
    size += chunk.length;
    if (size < partBytes) continue;
    yield { bytes: Buffer.concat(held), isLast: false };
    held = [];
    size = 0;
  }
  if (size > 0) yield { bytes: Buffer.concat(held), isLast: true };
}
