import type { S3Place } from '@weft/integrations';

const known = ['region', 'tls'];
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const folderName = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** `s3://KEY:SECRET@host:port/bucket/folder?region=…&tls=off`; null where something of it cannot be read. */
export function readS3Url(url: URL): S3Place | null {
  const { searchParams: query, username, password, host } = url;
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  const tls = query.get('tls') ?? 'on';
  const region = query.get('region');
  const isRight =
    host !== '' &&
    username !== '' &&
    password !== '' &&
    url.hash === '' &&
    bucketName.test(bucket) &&
    folders.every((folder) => folderName.test(folder)) &&
    [...query.keys()].every((name) => known.includes(name)) &&
    (tls === 'on' || tls === 'off') &&
    (region === null || /^[a-z0-9-]+$/.test(region));
  const endpoint = `${tls === 'on' ? 'https' : 'http'}://${host}`;
  if (!isRight || !URL.canParse(endpoint)) return null;
  try {
    return {
      endpoint,
      bucket,
      prefix: folders.map((folder) => `${folder}/`).join(''),
      region,
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
    };
  } catch {
    return null;
  }
}
