import type { ImportEvent } from '@weft/protocol';
import { describe, expect, it } from 'vitest';
import { ImportEvents } from './events.ts';

const records = (count: number): ImportEvent => ({
  type: 'records',
  recordsImported: count,
  totalRecordsImported: count,
  currentTable: 'T',
  tableName: 'T',
});

async function readAll(events: ImportEvents, signal = new AbortController().signal): Promise<string[]> {
  const seen: string[] = [];
  for await (const event of events.read(signal))
    seen.push(event.type === 'records' ? `${event.recordsImported}` : event.type);
  return seen;
}

describe('watching an import', () => {
  it('hears everything from the beginning to the end', async () => {
    const events = new ImportEvents();
    const seen = readAll(events);
    events.publish({ type: 'phase', phase: 'importing' });
    events.publish(records(1));
    await Promise.resolve();
    events.publish(records(2));
    events.publish({ type: 'cancelled' });
    events.end();
    expect(await seen).toEqual(['phase', '1', '2', 'cancelled']);
  });

  it('hears where it stands when it attaches late', async () => {
    const events = new ImportEvents();
    events.publish({ type: 'phase', phase: 'importing' });
    events.publish(records(1));
    events.publish(records(2));
    events.publish({ type: 'cancelled' });
    events.end();
    expect(await readAll(events)).toEqual(['phase', '2', 'cancelled']);
  });

  it('tells when the last reader has left', async () => {
    const events = new ImportEvents();
    let alone = 0;
    events.whenAlone(() => alone++);
    const leaving = new AbortController();
    const seen = readAll(events, leaving.signal);
    await Promise.resolve();
    leaving.abort();
    await seen;
    expect(alone).toBe(1);
  });
});
