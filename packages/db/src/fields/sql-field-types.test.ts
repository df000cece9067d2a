import { editableKinds, fieldTypes } from '@weft/core';
import { expect, it } from 'vitest';
import { sqlFieldType } from './sql-field-types.ts';

it.each(editableKinds)('the database answers every filter that core has for %s, and no other', (kind) => {
  expect(Object.keys(sqlFieldType(kind).operators).toSorted()).toEqual(
    Object.keys(fieldTypes[kind].operators).toSorted(),
  );
});
