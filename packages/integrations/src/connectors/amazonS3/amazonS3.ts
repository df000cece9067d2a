import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { Connector } from '../connector.ts';
import { step } from '../lists.ts';
import { savesFiles } from '../saved-files.ts';
import type { ServiceConfig, ServiceHttp } from '../service-http.ts';
import { byConfig, chosen, copied, secret } from '../ways.ts';

/** Those that are offered; any other is filled in. */
const regions = [
  ...['af-south-1', 'ap-east-1', 'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1'],
  ...['ap-south-2', 'ap-southeast-1', 'ap-southeast-2', 'ap-southeast-3', 'ap-southeast-4', 'ca-central-1'],
  ...['eu-central-1', 'eu-central-2', 'eu-north-1', 'eu-south-1', 'eu-south-2', 'eu-west-1', 'eu-west-2'],
  ...['eu-west-3', 'me-central-1', 'me-south-1', 'sa-east-1', 'us-east-1', 'us-east-2', 'us-west-1'],
  'us-west-2',
];

const regionOf = ({ region, customRegion }: ServiceConfig): string =>
  String(region === 'custom' ? customRegion : region);
const aRegion = {
  ...{ source: '[a-z]{2}(-[a-z]+)+-\\d{1,2}', message: 'A region is written like eu-central-1' },
};
const aBucket = {
  source: '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]',
  message: 'A bucket has lowercase letters, digits, dots and hyphens',
};
/** Regions in China have a domain of their own. */
const hostOf = (config: ServiceConfig): string => {
  const region = regionOf(config);
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
};
/** What a signature is made of: more is encoded than addresses want. */
const pathPart = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
const namesIn = (xml: string): readonly string[] =>
  [...xml.matchAll(/<Bucket>[\s\S]*?<Name>([^<]+)<\/Name>/g)].flatMap(([, name]) => name ?? []);

/** The buckets that the key may list; one that may list none names its bucket itself. */
async function bucketsOf(http: ServiceHttp): Promise<readonly string[]> {
  const { bucket } = http.config;
  if (typeof bucket === 'string' && bucket !== '') {
    await http.sendRaw('GET', `${hostOf(http.config)}/${bucket}`, {
      query: { 'list-type': 2, 'max-keys': 0 },
    });
    return [bucket];
  }
  return namesIn((await http.sendWhole('GET', `${hostOf(http.config)}/`, {})).text);
}

/** The REST calls of https://docs.aws.amazon.com/AmazonS3/latest/API, by path, signed by version 4. */
export const amazonS3: Connector = {
  ...{ type: 'amazonS3', label: 'Amazon S3', categories: ['file_sharing'], use: 'write' },
  auth: [
    byConfig('Access key', [
      copied('keyId', 'Access key ID', 'Of a user in IAM who may put objects into the bucket, and list it.', {
        ...{ source: '[A-Z0-9]{11,128}', message: 'An access key ID has capital letters and digits' },
      }),
      secret('keySecret', 'Secret access key', 'It was shown when the key was made.'),
      chosen('region', 'Region', [...regions, { value: 'custom', label: 'Another region' }], {
        ...{ initial: 'us-east-1', leads: true },
      }),
      copied('customRegion', 'Its name', 'As in the address of the console.', aRegion, {
        ...{ leads: true, when: { key: 'region', is: 'custom' } },
      }),
      copied('bucket', 'Bucket', 'Where the key may not list all buckets.', aBucket, { optional: true }),
    ]),
  ],
  sign: async ({ method, url, headers, body }, config) => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({
      ...{ method, url, service: 's3', region: regionOf(config) },
      headers: { ...headers, 'x-amz-content-sha256': hash },
      ...{ accessKeyId: String(config.keyId), secretAccessKey: String(config.keySecret) },
    }).sign();
    return Object.fromEntries(signed.headers);
  },
  // A key that may not do this one thing holds for others.
  faults: { AccessDenied: 'permanent', AllAccessDisabled: 'permanent' },
  check: async (http) => {
    await bucketsOf(http);
    const { keyId } = http.config;
    return { id: String(keyId), label: `${keyId} in ${regionOf(http.config)}` };
  },
  targets: [
    step('bucket', 'Bucket', async (http) => (await bucketsOf(http)).map((name) => ({ id: name, name }))),
  ],
  ...savesFiles(
    (http, { bucket = '' }) =>
      async (file, name) => {
        const body = { type: file.mimeType, bytes: await file.read() };
        const url = `${hostOf(http.config)}/${pathPart(bucket)}/${pathPart(name)}`;
        await http.sendRaw('PUT', url, { body, safe: true });
        return null;
      },
    { service: 'Amazon S3', megabytes: 150 },
  ),
};
