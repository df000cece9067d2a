import type { BaseRecord } from '@weft/core';
import type { RecordAnswer } from '@weft/protocol';

/** A record exactly as it leaves the server. */
export const presentRecord = (record: BaseRecord): RecordAnswer => ({
  id: record.id,
  data: record.data,
  linkedData: {},
  ...(record.raw === undefined ? {} : { raw: record.raw }),
  position: record.position,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
});
