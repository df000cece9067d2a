import { startS3Server } from '@weft/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { amazonS3 } from '../connectors/amazonS3/amazonS3.ts';
import type { ServiceConfig } from '../connectors/service-http.ts';
import { ServiceFault, ServiceHttp } from '../connectors/service-http.ts';
import { OutgoingHttp, type OutgoingRequest } from '../safe-fetch/outgoing-http.ts';
import { testFile } from './stand-in.ts';

const host = 's3.eu-test-1.amazonaws.com';

/** The connector at a local bucket that stands in the place of Amazon's host. */
async function atBucket(changed: ServiceConfig = {}) {
  const server = await startS3Server({ host });
  const outgoing = new OutgoingHttp({ allowPrivateHosts: ['127.0.0.1'] });
  onTestFinished(async () => {
    await outgoing[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  const { accessKeyId: keyId, secretAccessKey: keySecret, bucket, region: customRegion } = server;
  const config: ServiceConfig = { keyId, keySecret, region: 'custom', customRegion, bucket, ...changed };
  const local = {
    connect: () => Promise.reject(new Error('Only requests are answered here')),
    request: (wanted: OutgoingRequest) =>
      outgoing.request({ ...wanted, url: wanted.url.replace(`https://${host}`, server.endpoint) }),
  };
  const credential = { config, headers: async () => ({}), refresh: async () => false };
  return { server, config, http: new ServiceHttp(local, amazonS3, credential) };
}
async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it('a key is let in with its bucket, and told where it is not', async () => {
  const { server, http } = await atBucket();
  expect((await amazonS3.check(http)).id).toBe(server.accessKeyId);
  expect(await amazonS3.targets?.[0]?.list(http, {})).toEqual([{ id: server.bucket, name: server.bucket }]);
  const wrong = await atBucket({ keySecret: 'another' });
  const fault = await faultOf(amazonS3.check(wrong.http));
  expect(fault).toBeInstanceOf(ServiceFault);
  expect((fault as ServiceFault).class).toBe('reconnect');
  const elsewhere = await atBucket({ bucket: 'no-such-bucket' });
  expect(((await faultOf(amazonS3.check(elsewhere.http))) as ServiceFault).message).toContain('NoSuchBucket');
});

it('lists the buckets of a key that may', async () => {
  const { server, http } = await atBucket({ bucket: '' });
  expect(await amazonS3.targets?.[0]?.list(http, {})).toEqual([{ id: server.bucket, name: server.bucket }]);
});

it('files are saved under names of their own, once, whatever they are called', async () => {
  const { server, http } = await atBucket();
  const item = {
    ...{ key: 'ans1', fields: [] },
    values: new Map([['files', [testFile("it's (a) été+1.png", 9), testFile('b.png', 3)]]]),
  };
  const target = { bucket: server.bucket };
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await amazonS3.write?.run(http, target, item)).toEqual({ said: 'Saved 2 files' });
  expect([...server.objects].map(([key, { bytes }]) => [key, bytes.length])).toEqual([
    ["it's (a) été+1 (ans1-1).png", 9],
    ['b (ans1-2).png', 3],
  ]);
});

it('a key that one bucket is closed to stays connected, and regions in China are asked at their own domain', async () => {
  const asked: string[] = [];
  const text = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
  const closed = {
    connect: () => Promise.reject(new Error('Only requests are answered here')),
    request: async ({ url }: OutgoingRequest) => {
      asked.push(url);
      const bytes = new TextEncoder().encode(text);
      return {
        status: 403,
        headers: {},
        url,
        body: once(bytes),
        bytes: async () => bytes,
        text: async () => text,
      };
    },
  };
  const config = {
    keyId: 'AKIA0123456789',
    keySecret: 's',
    region: 'custom',
    customRegion: 'cn-north-1',
    bucket: 'b',
  };
  const http = new ServiceHttp(closed, amazonS3, {
    config,
    headers: async () => ({}),
    refresh: async () => false,
  });
  expect(await faultOf(amazonS3.check(http))).toMatchObject({ class: 'permanent' });
  expect(new URL(asked[0] ?? '').host).toBe('s3.cn-north-1.amazonaws.com.cn');
});

it('a bucket that is busy is asked again later', async () => {
  const { server, http } = await atBucket();
  server.failNext(1);
  expect(((await faultOf(amazonS3.check(http))) as ServiceFault).class).toBe('retry');
});
