import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { attachmentsType } from './attachments.ts';

describeFieldType(attachmentsType);

describe('attachments', () => {
  const env = { timeZone: 'UTC', locale: 'en' };
  const file = {
    filename: 'fil1',
    originalName: 'a.png',
    size: 1,
    mimeType: 'image/PNG',
    url: '/files/fil1/a.png',
    uploadedAt: '2026-01-31T09:30:00.000Z',
  };

  it.each([
    ['image', true],
    ['image/*', true],
    ['image/png', true],
    ['IMAGE/PNG', true],
    ['imag', false],
    ['image/jpeg', false],
    ['application', false],
  ])('A1: has_type %s is %s of a PNG', (operand, expected) => {
    const test = attachmentsType.operators.has_type?.prepare(operand, {}, env);
    expect(test?.ok === true && test.value([file])).toBe(expected);
    expect(test?.ok === true && test.value(null)).toBe(false);
  });

  it('stores the empty list as null and drops unknown keys', () => {
    expect(attachmentsType.validate([], {})).toEqual({ ok: true, value: null });
    expect(attachmentsType.validate([{ ...file, evil: 1 }], {})).toEqual({ ok: true, value: [file] });
  });

  it('becomes the same text whatever the order of its keys', () => {
    const turned = Object.fromEntries(Object.entries(file).toReversed()) as unknown as typeof file;
    const metadata = { wasDownloaded: true, userId: 'usr1' };
    expect(attachmentsType.toText([{ ...turned, metadata }], {})).toBe(
      attachmentsType.toText([{ ...file, metadata: { userId: 'usr1', wasDownloaded: true } }], {}),
    );
  });

  it.each(['https://evil.example/x', 'javascript:alert(1)', '/files/fil1/a.png?signature=s'])(
    'keeps its own address whatever is sent: %s',
    (url) => {
      expect(attachmentsType.validate([{ ...file, url }], {})).toEqual({ ok: true, value: [file] });
    },
  );

  it.each([
    { size: -1 },
    { size: 1.5 },
    { url: undefined },
    { uploadedAt: 'yesterday' },
    { originalName: 'a\0' },
    { metadata: { userId: 1 } },
    { metadata: null },
  ])('refuses an item with %j', (wrong) => {
    expect(attachmentsType.validate([{ ...file, ...wrong }], {}).ok).toBe(false);
  });
});
