import type { WrittenEvent } from '../../calendars/connected-calendars.ts';

/** What the contract writes into a calendar. */
export const wantedEvent: WrittenEvent = {
  ...{ title: 'Größe & "w"', description: 'With Bo\n<b>', location: 'https://meet.example/a?b=c' },
  ...{ from: Date.parse('2026-11-24T09:00:00Z'), to: Date.parse('2026-11-24T09:30:00Z') },
};

interface LocalEvent {
  readonly id: string;
  readonly title: string;
  /** The key of one that we wrote. */
  readonly own: string | null;
  readonly at: { readonly from: number; readonly to: number };
  readonly written: WrittenEvent | null;
}

/** A calendar that a stand-in of a service keeps. */
export class LocalCalendar {
  readonly events = new Map<string, LocalEvent>();
  state = 0;
  #oldest = 0;

  /** What the present state is called. */
  get token(): string {
    return `state ${this.state}`;
  }

  /** Null: too old to say what changed since. */
  stateOf(token: string): number | null {
    const state = Number(/^state (\d+)$/.exec(token)?.[1] ?? -1);
    return state < this.#oldest ? null : state;
  }

  /** States until now are forgotten. */
  forget(): void {
    this.#oldest = this.state + 1;
    this.state++;
  }

  put(id: string, own: string | null, written: WrittenEvent): void {
    const { title, from, to } = written;
    this.events.set(id, { id, title, own, at: { from, to }, written: own === null ? null : written });
    this.state++;
  }

  remove(id: string): boolean {
    this.state++;
    return this.events.delete(id);
  }

  /** What we wrote. */
  contents(): readonly (WrittenEvent | null)[] {
    return [...this.events.values()].filter(({ own }) => own !== null).map(({ written }) => written);
  }
}
