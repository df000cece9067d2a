import { z } from 'zod';
import type { Done, MetadataAnswer } from './answers.ts';
import { call } from './call.ts';
import { asAction, inBase } from './ids.ts';

export const metadataCalls = {
  'metadata.create': call(
    'mutation',
    z.object({ ...inBase, ...asAction, createDefaultRecords: z.boolean().default(false) }),
  )<Done>(),
  'metadata.get': call('query', z.object(inBase))<MetadataAnswer>(),
} as const;
