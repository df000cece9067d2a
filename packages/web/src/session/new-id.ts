import { idMaker, shortId } from '@weft/std';

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);

/** Ids made here; the server takes them as they are. */
export const newId = idMaker(Date.now, random);
export const newOptionValue = (): string => shortId(random);
/** Names a tab on this device only. */
export const newTabId = (): string => shortId(random);
