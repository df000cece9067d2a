import { describe, expect, it } from 'vitest';
import { describeFieldType } from '../field-type-laws.ts';
import { linkedRecordType } from './linked-record.ts';

describeFieldType(linkedRecordType);

describe('linked record', () => {
  const one = 'rec0m0000000000000000001';
  const two = 'rec0m0000000000000000002';
  const many = { tableId: 't', allowMultiple: true };

  it('needs a chosen table', () => {
    expect(linkedRecordType.readTemplate({ allowMultiple: true })).toEqual({
      ok: false,
      error: [{ path: 'template.tableId', reason: 'is required' }],
    });
  });

  it('links each record once, and to one record only where the field says so', () => {
    expect(linkedRecordType.validate([one, two, one], many)).toEqual({ ok: true, value: [one, two] });
    expect(linkedRecordType.validate([one, two], { ...many, allowMultiple: false }).ok).toBe(false);
    expect(linkedRecordType.validate([], many)).toEqual({ ok: true, value: null });
    expect(linkedRecordType.validate(['tbl0m0000000000000000001'], many).ok).toBe(false);
  });

  it('reads a list of ids however it is separated', () => {
    expect(linkedRecordType.fromPaste(`${one}, ${two}\n`, many, { timeZone: 'UTC', locale: 'en' })).toEqual({
      ok: true,
      value: [one, two],
    });
  });
});
