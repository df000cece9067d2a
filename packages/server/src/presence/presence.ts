import type { PresentEditor, PresentPerson } from '@weft/protocol';
import { deepEqual } from '@weft/std';

/** Milliseconds for which a tab counts as open after it has told so; it tells every 4 s. */
const staleAfter = 10_000;
const sweepEvery = 2_000;
/** Least milliseconds between two tellings of one flow, and what each person adds, so that no reader gets more than so many people a second. */
const tellEvery = 200;
const perPerson = 10;
/** Most people that are named, and most tabs of one person. */
const maxNamed = 100;
const maxTabs = 10;

type Person = Omit<PresentPerson, 'cell'>;
/** Where in a flow somebody is, as readers are told: the cell of a database, the page and block of a document. */
export type Whereabouts = Pick<PresentPerson, 'cell'> | Pick<PresentEditor, 'place'>;

interface Tab {
  readonly at: Whereabouts;
  readonly told: number;
}

interface Here {
  readonly person: Person;
  /** By id; the one in which something was selected last comes last. */
  readonly tabs: Map<string, Tab>;
}

/** Who has one flow open, and who wants to know. */
interface Room {
  readonly here: Map<string, Here>;
  readonly listeners: Set<() => void>;
  /** What was told last, as it travels: all readers share it. */
  json: string;
  toldAt: number;
  timer: ReturnType<typeof setTimeout> | null;
}

/**
 * Who has which database or document open, and what they have selected there: in the memory of this process alone. Tabs
 * tell it again and again, so that one whose connection is lost is forgotten. What changes within a moment is told to
 * readers at once.
 */
export class Presence {
  readonly #rooms = new Map<string, Room>();
  readonly #now: () => number;
  #sweep: ReturnType<typeof setInterval> | null = null;

  /** `now`: epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get people(): number {
    let people = 0;
    for (const { here } of this.#rooms.values()) people += here.size;
    return people;
  }

  /** A tab has the flow open, and something selected. */
  tell(flowId: string, person: Person, tabId: string, at: Whereabouts): void {
    const room = this.#room(flowId);
    const tabs = room.here.get(person.userId)?.tabs ?? new Map<string, Tab>();
    const before = tabs.get(tabId);
    // A tab that only says that it is still there does not take the place of one in which something was selected.
    if (before === undefined || !deepEqual(before.at, at)) tabs.delete(tabId);
    tabs.set(tabId, { at, told: this.#now() });
    for (const oldest of tabs.keys()) {
      if (tabs.size <= maxTabs) break;
      tabs.delete(oldest);
    }
    room.here.set(person.userId, { person, tabs });
    this.#sweep ??= setInterval(() => this.sweep(), sweepEvery).unref();
    this.#tellSoon(flowId, room);
  }

  /** A tab was closed, or is not looked at any more. */
  leave(flowId: string, userId: string, tabId: string): void {
    const room = this.#rooms.get(flowId);
    const here = room?.here.get(userId);
    if (room === undefined || here === undefined) return;
    here.tabs.delete(tabId);
    if (here.tabs.size === 0) room.here.delete(userId);
    this.#tellSoon(flowId, room);
  }

  /** Calls the listener whenever `json` has changed; the answer ends that. */
  subscribe(flowId: string, listener: () => void): () => void {
    const room = this.#room(flowId);
    room.listeners.add(listener);
    return () => {
      room.listeners.delete(listener);
      this.#drop(flowId, room);
    };
  }

  /** The event that says who is there, as it was told last. */
  json(flowId: string): string {
    return this.#rooms.get(flowId)?.json ?? jsonOf([]);
  }

  /** Forgets who has not told for a while that they are there. */
  sweep(): void {
    const since = this.#now() - staleAfter;
    for (const [flowId, room] of this.#rooms) {
      for (const [userId, { tabs }] of room.here) {
        for (const [tabId, { told }] of tabs) if (told < since) tabs.delete(tabId);
        if (tabs.size === 0) room.here.delete(userId);
      }
      this.#tellSoon(flowId, room);
    }
    if (this.people > 0 || this.#sweep === null) return;
    clearInterval(this.#sweep);
    this.#sweep = null;
  }

  close(): void {
    if (this.#sweep !== null) clearInterval(this.#sweep);
    for (const { timer } of this.#rooms.values()) if (timer !== null) clearTimeout(timer);
    this.#rooms.clear();
  }

  #room(flowId: string): Room {
    const known = this.#rooms.get(flowId);
    if (known !== undefined) return known;
    const room: Room = { here: new Map(), listeners: new Set(), json: jsonOf([]), toldAt: 0, timer: null };
    this.#rooms.set(flowId, room);
    return room;
  }

  #tellSoon(flowId: string, room: Room): void {
    if (room.timer !== null) return;
    const interval = Math.max(tellEvery, room.here.size * perPerson);
    const wait = Math.max(0, room.toldAt + interval - this.#now());
    room.timer = setTimeout(() => this.#tellNow(flowId, room), wait).unref();
  }

  #tellNow(flowId: string, room: Room): void {
    room.timer = null;
    const json = jsonOf([...room.here.values()].slice(0, maxNamed));
    if (json !== room.json) {
      room.json = json;
      room.toldAt = this.#now();
      for (const listener of room.listeners) listener();
    }
    this.#drop(flowId, room);
  }

  #drop(flowId: string, { here, listeners, timer }: Room): void {
    if (here.size === 0 && listeners.size === 0 && timer === null) this.#rooms.delete(flowId);
  }
}

const jsonOf = (here: readonly Here[]): string =>
  JSON.stringify({
    present: here.map(({ person, tabs }) => ({ ...person, ...[...tabs.values()].at(-1)?.at })),
  });
