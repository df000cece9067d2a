import { z } from 'zod';
import { connectorColors } from './connector-declaration.ts';

/** What services can be connected here, and how. */

const configField = z
  .strictObject({
    ...{ key: z.string(), label: z.string(), hint: z.string().nullable() },
    kind: z.enum(['text', 'number', 'choice', 'switch']),
    ...{ secret: z.boolean(), optional: z.boolean() },
    initial: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    choices: z.array(
      z.strictObject({ value: z.string(), label: z.string(), warning: z.string().nullable() }),
    ),
    /** Of an address that is filled in the host alone is kept. */
    isHost: z.boolean(),
    /** What can be chosen is asked of the service once these are filled in. */
    offeredAfter: z.array(z.string()),
    /** Asked only where another field has this value. */
    when: z.strictObject({ key: z.string(), is: z.string() }).nullable(),
    pattern: z.strictObject({ source: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: 'ConfigField' });

export const catalogueEntry = z
  .strictObject({
    ...{ type: z.string(), label: z.string() },
    categories: z.array(z.string()),
    use: z.enum(['write', 'choices', 'import', 'page events', 'scheduling', 'credential']),
    /** What it does, in a few words; null: as its category. */
    purpose: z.string().nullable(),
    /** Said before it is connected, where it takes only some accounts. */
    accountWarning: z.string().nullable(),
    tags: z.array(z.string()),
    /** Its place among the popular ones, from 0 on; null: it is none. */
    popular: z.int().nullable(),
    /** Of these a flow has one. */
    onlyOneOf: z.enum(['database', 'tag']).nullable(),
    /** How it can be connected; the first that is `available` leads. */
    ways: z.array(
      z.strictObject({
        kind: z.enum(['oauth', 'config']),
        label: z.string(),
        provider: z.string().nullable(),
        /** False: an administrator has to set up the provider first. */
        available: z.boolean(),
        scopes: z.array(z.string()),
        fields: z.array(configField),
        /** What a connection of this way has in its config. */
        marks: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
        /** Files are chosen one by one, in the provider's own dialog. */
        picksFiles: z.boolean(),
        /** Offered on the page of integrations alone, not where a form is edited. */
        onPageOnly: z.boolean(),
      }),
    ),
    /** Asked in every way. */
    fields: z.array(configField),
    targets: z.array(
      z.strictObject({
        ...{ key: z.string(), label: z.string(), optional: z.boolean() },
        /** The type of a file that is uploaded to the form, and whose id is the choice; null: a choice is listed. */
        uploads: z.string().nullable(),
      }),
    ),
    /** A new target can be made: 'Create new sheet'. */
    creates: z.string().nullable(),
    /** The step in whose choice it is made; null: in something new. */
    createsIn: z.string().nullable(),
    /** The server has a language model that suggests tables for a description. */
    suggests: z.boolean(),
    /** Nobody but its owner can use a connection of it. */
    personal: z.boolean(),
    /** Questions can offer the values of a field of it. */
    readsChoices: z.boolean(),
    /** It was declared without code: its version, and what its tile looks like; null: it is one of ours. */
    custom: z
      .strictObject({ version: z.int(), letters: z.string().nullable(), color: z.enum(connectorColors) })
      .nullable(),
  })
  .meta({ id: 'CatalogueEntry' });
