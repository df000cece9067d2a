import { type CalendarService, noteOwnerTold } from '@weft/db';
import { CalendarFault } from '@weft/integrations';
import { calendarFaultMail } from '../../../mail/letters.ts';
import type { CalendarDeps } from './deps.ts';
import { openProvider } from './providers.ts';
import { ownEvents, ownerOf } from './reading.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A new event is seen within five minutes: with the pause between two runs of the job. */
const readEvery = 4 * minute;
/** Less than the pause between two runs: what cannot be read is tried again at each. */
const retryEvery = 25_000;
const ownerToldAfter = 5 * minute;
/** One reading of one account. */
const longestReading = 25_000;
const atOnce = 8;
const batch = 200;
/** Days ahead that are read, and that are known at least. */
const ahead = { read: 400, known: 390 } as const;

/** The fault of a reading, in words. */
function faultOf(error: unknown): CalendarFault {
  if (error instanceof CalendarFault) return error;
  return new CalendarFault('unreadable', 'The calendars cannot be read', { cause: error });
}

/** Keeps what calendars say in our own database, so that nobody waits for a provider. */
export class CalendarSync {
  readonly #deps: CalendarDeps;

  constructor(deps: CalendarDeps) {
    this.#deps = deps;
  }

  /** Reads every service that is due. */
  async readDue(signal: AbortSignal): Promise<void> {
    const { calendars, now } = this.#deps;
    for (;;) {
      const at = now();
      const taking = { now: at, until: at + 2 * minute, latest: at + 2 * readEvery };
      const due = [...(await calendars.takeDue(taking, batch))];
      const isLast = due.length < batch;
      const work = async () => {
        for (let next = due.pop(); next !== undefined && !signal.aborted; next = due.pop())
          await this.read(next, signal);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      if (isLast || signal.aborted) return;
    }
  }

  /** Reads what is checked of a service; a fault is noted, and closes its owner until it is gone. */
  async read(service: CalendarService, signal?: AbortSignal): Promise<void> {
    const { calendars, now, log } = this.#deps;
    const until = AbortSignal.timeout(longestReading);
    const ending = signal === undefined ? until : AbortSignal.any([until, signal]);
    try {
      await this.#readAll(service, ending);
      await calendars.noteRead(service, now(), now() + readEvery);
    } catch (error) {
      // A server that stops says nothing about the calendar.
      if (signal?.aborted) return;
      if (!(error instanceof CalendarFault))
        log.warn({ err: error, serviceId: service.id }, 'calendar not read');
      await this.noteFault(service, error);
    }
  }

  async noteFault(service: CalendarService, error: unknown): Promise<void> {
    const { calendars, now } = this.#deps;
    const { message, reason } = faultOf(error);
    const fault = {
      fault: message.slice(0, 500),
      isDisconnected: reason === 'access',
      lacksPermission: reason === 'permission',
    };
    const noted = await calendars.noteFault(service, fault, now(), now() + retryEvery);
    if (noted !== null && !noted.ownerTold && now() - noted.since >= ownerToldAfter)
      await this.#tellOwner(service);
  }

  async #readAll(service: CalendarService, signal: AbortSignal): Promise<void> {
    const { calendars, now } = this.#deps;
    const provider = await openProvider(this.#deps, service);
    const listed = await provider.list(signal);
    await calendars.list(service, listed);
    const known = await calendars.calendarsOf(service.id);
    const owner = await ownerOf(this.#deps, service);
    const range = { from: now() - day, to: now() + ahead.read * day };
    for (const { id, version, readTo } of known) {
      const found = listed.find((one) => one.id === id);
      if (found === undefined || !service.calendarsToCheck.includes(id)) continue;
      const isKnown = readTo !== null && readTo >= now() + ahead.known * day;
      const zone = found.zone ?? owner.zone;
      const read = await provider.read({ ...found, zone }, range, isKnown ? version : null, signal);
      if (read === null) continue;
      const events = await ownEvents(read, owner, range, zone);
      await calendars.replaceEvents(service, id, events, { to: range.to, version: read.version });
    }
  }

  /** Once, however long it lasts. */
  async #tellOwner({ id, organizationId, userId, name }: CalendarService): Promise<void> {
    const { availabilities, mailer, baseUrl } = this.#deps;
    const owner = await availabilities.of({ organizationId, userId });
    if (owner === null) return;
    const mail = calendarFaultMail(owner.person.email, baseUrl(), name);
    const prepared = await mailer.prepare(mail, { limit: { most: 20, seconds: 3_600 } });
    await this.#deps.transaction(async (tx) => {
      if (await noteOwnerTold(tx, id)) prepared.write(tx);
    });
    prepared.committed();
  }
}
