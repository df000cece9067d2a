import { Worker } from 'node:worker_threads';
import type { CalendarEvent, ReadingOptions } from './calendar-event.ts';
import { CalendarFault } from './calendar-fault.ts';
import { eventsOfIcs } from './ics-events.ts';

/** Characters that are read at once: a thread of its own costs more. */
const smallText = 100_000;
/** Milliseconds. */
const longestReading = 10_000;

/**
 * Reads iCalendar files that somebody else wrote. Large ones, and all with a rule of recurrence, which can keep its reader
 * busy for ever, are read in a thread of their own, which ends when it takes too long or too much memory: nobody else
 * waits for a hostile file.
 */
export async function readIcs(
  texts: readonly string[],
  options: ReadingOptions,
  longest = longestReading,
): Promise<readonly CalendarEvent[]> {
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  // A folded line is one line (RFC 5545, 3.1).
  const recurs = texts.some((text) => /RRULE/i.test(text.replaceAll(/\r?\n[ \t]/g, '')));
  if (!recurs && size <= smallText) return eventsOfIcs(texts, options);
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./ics-worker.ts', import.meta.url), {
      workerData: { texts, options },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const fail = (why: string, cause?: unknown) => reject(new CalendarFault('unreadable', why, { cause }));
    const timer = setTimeout(() => {
      fail(`The calendar cannot be read within ${longest / 1_000} seconds`);
      void worker.terminate();
    }, longest);
    worker.once('message', (answer: { readonly events?: CalendarEvent[]; readonly fault?: string }) => {
      if (answer.events === undefined) fail(answer.fault ?? 'The calendar cannot be read');
      else resolve(answer.events);
      void worker.terminate();
    });
    worker.once('error', (error) => fail('The calendar is too large to be read', error));
    worker.once('exit', () => {
      clearTimeout(timer);
      fail('The calendar cannot be read');
    });
  });
}
