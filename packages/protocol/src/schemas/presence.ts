import { z } from 'zod';
import { knownId } from './ids.ts';
import { sample } from './sample-ids.ts';

/** How a feed is followed: from where on, and whether it also tells who has open what it is about. */
export const followed = {
  sinceSeq: z.number().int().min(0).optional(),
  lastEventId: z.string().max(20).optional(),
  present: z.boolean().default(false),
};

/** A tab that tells of itself; `tabId` is client-made. */
export const presentTab = { tabId: knownId, leaves: z.boolean().default(false) };

/** Where in a document the person of a tab is. */
export const presentPlace = {
  ...presentTab,
  place: z.strictObject({ pageId: knownId, blockId: knownId.nullable() }).nullable(),
};
export const samplePlace = { tabId: 'tab-1', place: { pageId: sample.page, blockId: null } };

/** What every call by which a tab tells of itself adds to its summary. */
export const presentMore = (feed: string): string =>
  `Holds for 10 seconds unless it is told again; with \`leaves\` it ends at once. Nothing of it is stored. It is told to those who follow \`${feed}\` with \`present\`.`;
