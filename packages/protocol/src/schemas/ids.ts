import { type IdKind, isId } from '@weft/std';
import { z } from 'zod';

const reference = /^[A-Za-z0-9$][A-Za-z0-9_-]{0,63}$/;

/** An id that names something that may or may not exist: one that cannot exist is answered like one that does not. */
export const knownId = z.string().regex(reference, 'Not an id').meta({ id: 'Id' });

/** An id the caller makes for something new. Ids of tables and fields name columns, those of records are packed: their shape is exact. */
export const newId = (kind: IdKind) =>
  z.string().refine((text) => isId(kind, text), `Not an id of the shape ${kind}…`);

/** An id that a call cannot do without; `missing` says so where it is left out or blank. */
const neededId = (id: string, missing: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : undefined) })
    .regex(reference, { error: ({ input }) => (input === '' ? missing : 'Not an id') })
    .meta({ id });

/** What every call about a base begins with. */
export const inBase = { basePublicId: neededId('BaseId', 'No base available') };
export const inTable = { ...inBase, tableId: neededId('TableId', 'No table selected') };

/** What every mutation of a base may carry: a repeated actionId changes nothing; a group undoes as one step. */
export const asAction = { actionId: knownId.optional(), groupId: knownId.optional() };

/** Keys that would reach an object's prototype; refused wherever a record is keyed by the caller. */
export const isForbiddenKey = (key: string): boolean =>
  key === '__proto__' || key === 'constructor' || key === 'prototype';
