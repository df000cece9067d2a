import { parentPort, workerData } from 'node:worker_threads';
import type { ReadingOptions } from './calendar-event.ts';
import { CalendarFault } from './calendar-fault.ts';
import { eventsOfIcs } from './ics-events.ts';

const { texts, options } = workerData as {
  readonly texts: readonly string[];
  readonly options: ReadingOptions;
};
try {
  parentPort?.postMessage({ events: eventsOfIcs(texts, options) });
} catch (error) {
  const { message } = error as Error;
  parentPort?.postMessage({
    fault: error instanceof CalendarFault ? message : `The calendar cannot be read: ${message}`,
  });
}
