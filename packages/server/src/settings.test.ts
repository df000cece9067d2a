import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const sentence = (env: { readonly [name: string]: string }): string => {
  const settings = readSettings(env);
  return settings.ok ? 'accepted' : settings.error;
};

describe('starting with settings', () => {
  it('starts with none', () => {
    expect(readSettings({})).toMatchObject({
      ok: true,
      value: { port: 3000, host: '127.0.0.1', signup: 'open', databaseUrl: null },
    });
  });

  it('takes an empty value for an unset one', () => {
    expect(sentence({ SMTP_URL: '', PORT: ' ' })).toBe('accepted');
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', '3000x'],
    ['BASE_URL', 'ftp://example.org'],
    ['BASE_URL', 'https://example.org/path'],
    ['BASE_URL', 'https://me:hunter2@example.org'],
    ['SIGNUP', 'maybe'],
    ['CSV_MAX_MB', '0'],
    ['ORGANIZATION_FILES_MB', '0'],
    ['ORGANIZATION_FILES', '1.5'],
    ['PERSON_FILES_MB', '-1'],
    ['PERSON_FILES', 'many'],
    ['UPLOAD_FREE_MB', '1e12'],
    ['SCAN_MAX_SECONDS', '0'],
    ['FEEDBACK_URL', 'javascript:alert(1)'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_DIRECT_URL', 'postgres://localhost/x'],
    ['SECRET', 'short'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['ROLE', 'worker'],
    ['DATABASE_SHARDING', 'several'],
    ['SMTP_URL', 'http://localhost'],
    ['SMTP_URL', 'smtp://localhost?form=a@b.c'],
    ['SMTP_URL', 'smtp://localhost?from=nobody'],
    ['FILES_URL', 's3://bucket'],
    ['FILES_URL', 's3://s3.example.org/bucket'],
    ['FILES_URL', 's3://key:secret@s3.example.org'],
    ['FILES_URL', 's3://key:secret@s3.example.org/Bucket'],
    ['FILES_URL', 's3://key:secret@s3.example.org/bucket/%2F'],
    ['FILES_URL', 's3://key:secret@s3.example.org/bucket?tls=maybe'],
    ['FILES_URL', 's3://key:secret@s3.example.org/bucket?regoin=eu'],
    ['FILES_URL', 'file://host/folder'],
    ['FILES_URL', '/srv/files'],
    ['AI_BASE_URL', 'localhost:11434'],
    ['AI_BASE_URL', 'https://key@api.example.org/v1'],
    ['AI_API_KEY', 'sk-123'],
    ['AI_MODEL', 'gpt-4o'],
    ['PROVIDER_BASE_URL_SLACK', 'http://localhost'],
    ['ALLOW_PRIVATE_HOSTS', 'localhost:1'],
  ])('is stopped by %s = %s, in one sentence that names it', (name, value) => {
    expect(sentence({ [name]: value })).toMatch(new RegExp(`^${name}[^\\n]*\\.$`));
  });

  it('never repeats a password', () => {
    expect(sentence({ DATABASE_URL: 'http://me:hunter2@host/db' })).not.toContain('hunter2');
    expect(sentence({ SMTP_URL: 'http://me:hunter2@host' })).not.toContain('hunter2');
    expect(sentence({ BASE_URL: 'https://me:hunter2@host' })).not.toContain('hunter2');
    expect(sentence({ FILES_URL: 's3://me:hunter2@host/Bucket' })).not.toContain('hunter2');
  });

  it('reads where files lie', () => {
    expect(readSettings({ DATA_DIR: '/data' })).toMatchObject({
      value: { files: { kind: 'folder', path: '/data/files' } },
    });
    expect(
      readSettings({ FILES_URL: 's3://AKIA:a%2Fb%2Bc@s3.example.org:9000/weft/one/two?region=eu-central-1' }),
    ).toMatchObject({
      value: {
        files: {
          kind: 's3',
          place: {
            endpoint: 'https://s3.example.org:9000',
            bucket: 'weft',
            prefix: 'one/two/',
            region: 'eu-central-1',
            accessKeyId: 'AKIA',
            secretAccessKey: 'a/b+c',
          },
        },
      },
    });
  });

  it('reads where mails go', () => {
    expect(readSettings({ SMTP_URL: 'smtps://ann%40example.org:pass%2Fword@[::1]' })).toMatchObject({
      value: {
        smtp: {
          host: '::1',
          port: 465,
          secure: true,
          local: true,
          user: 'ann@example.org',
          password: 'pass/word',
          from: 'ann@example.org',
        },
      },
    });
    expect(readSettings({ SMTP_URL: 'smtp://mail.example.org?from=weft@example.org' })).toMatchObject({
      value: { smtp: { port: 587, secure: false, local: false, user: null, from: 'weft@example.org' } },
    });
  });
});
