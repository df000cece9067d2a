import { describe, expect, it } from 'vitest';
import { withCheckedCertificate } from './postgres-engine.ts';

describe('the address of a PostgreSQL server', () => {
  it.each(['prefer', 'require', 'verify-ca'])('with sslmode=%s checks the certificate', (mode) => {
    const url = withCheckedCertificate(`postgres://ann:p%40ss@db.example:5432/weft?sslmode=${mode}&x=1`);
    expect(url).toBe('postgres://ann:p%40ss@db.example:5432/weft?sslmode=verify-full&x=1');
  });

  it.each(['', '?sslmode=no-verify', '?sslmode=disable', '?uselibpqcompat=true&sslmode=require'])(
    'with %j stays as it is',
    (search) => {
      const url = `postgres://ann@%2Fvar%2Frun/weft${search}`;
      expect(withCheckedCertificate(url)).toBe(url);
    },
  );
});
