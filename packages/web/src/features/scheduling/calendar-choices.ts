import type { HttpAnswer } from '@weft/protocol';

type UserCalendars = HttpAnswer<'GET /v1/admin/scheduling/getUserCalendars'>;
type Service = UserCalendars['servicesAndCalendars'][number]['service'];

export type CalendarChoice = Service['config'];
export type CalendarTarget = { readonly serviceId: string; readonly calendarId: string };

interface ChoiceDeps {
  readonly send: (serviceId: string, choice: CalendarChoice) => Promise<unknown>;
  readonly sendTarget: (target: CalendarTarget) => Promise<unknown>;
  readonly show: (serviceId: string, choice: CalendarChoice) => void;
}

/** Choices of calendars, shown at once and sent one after the other: what is chosen last is what the server has in the end. */
export class CalendarChoices {
  readonly #deps: ChoiceDeps;
  /** Shown, and not known to be taken. */
  readonly #wanted = new Map<string, CalendarChoice>();
  readonly #unsent = new Set<string>();
  /** As the server has them. */
  readonly #taken = new Map<string, CalendarChoice>();
  #target: CalendarTarget | null = null;
  #isSending = false;

  constructor(deps: ChoiceDeps) {
    this.#deps = deps;
  }

  /** What is shown of an account, whatever the server says meanwhile; undefined: what the server says. */
  of(serviceId: string): CalendarChoice | undefined {
    return this.#wanted.get(serviceId);
  }

  /**
   * Changes what is chosen of an account. Resolves once the server has all that was chosen meanwhile; to whoever comes while
   * another waits for that, at once. Rejects where the server did not take a choice, which is then shown as it was.
   */
  async choose(
    { id, config }: Pick<Service, 'id' | 'config'>,
    change: (known: CalendarChoice) => CalendarChoice,
    isTarget: boolean,
  ): Promise<void> {
    const known = this.#wanted.get(id) ?? config;
    if (!this.#taken.has(id)) this.#taken.set(id, known);
    const next = change(known);
    this.#wanted.set(id, next);
    this.#unsent.add(id);
    if (isTarget && next.calendarIdToWriteTo !== null)
      this.#target = { serviceId: id, calendarId: next.calendarIdToWriteTo };
    this.#deps.show(id, next);
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      await this.#sendAll();
    } finally {
      this.#isSending = false;
      this.#wanted.clear();
      this.#taken.clear();
    }
  }

  async #sendAll(): Promise<void> {
    const failures = new Map<string, unknown>();
    for (;;) {
      const [id] = this.#unsent;
      if (id !== undefined) await this.#sendOne(id, failures);
      else if (this.#target !== null) {
        const target = this.#target;
        this.#target = null;
        failures.delete('');
        await this.#deps.sendTarget(target).catch((error) => failures.set('', error));
      } else break;
    }
    for (const error of failures.values()) throw error;
  }

  async #sendOne(id: string, failures: Map<string, unknown>): Promise<void> {
    const choice = this.#wanted.get(id);
    this.#unsent.delete(id);
    if (choice === undefined) return;
    failures.delete(id);
    try {
      await this.#deps.send(id, choice);
      this.#taken.set(id, choice);
    } catch (error) {
      // What was chosen since holds this choice too, and is sent next.
      if (this.#unsent.has(id)) return;
      failures.set(id, error);
      if (this.#target?.serviceId === id) this.#target = null;
      this.#wanted.delete(id);
      const taken = this.#taken.get(id);
      if (taken !== undefined) this.#deps.show(id, taken);
    }
  }
}
