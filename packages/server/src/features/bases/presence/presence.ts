import type { PresentCell, PresentPerson } from '@weft/protocol';

/** Milliseconds for which a tab counts as open after it has told so; it tells every 4 s. */
const staleAfter = 10_000;
const sweepEvery = 2_000;
/** Least milliseconds between two tellings of one base, and what each person adds, so that no reader gets more than so many people a second. */
const tellEvery = 200;
const perPerson = 10;
/** Most people that are named, and most tabs of one person. */
const maxNamed = 100;
const maxTabs = 10;

type Person = Omit<PresentPerson, 'cell'>;

interface Tab {
  readonly cell: PresentCell | null;
  readonly told: number;
}

interface Here {
  readonly person: Person;
  /** By id; the one whose cell changed last comes last. */
  readonly tabs: Map<string, Tab>;
}

/** Who has one base open, and who wants to know. */
interface Room {
  readonly here: Map<string, Here>;
  readonly listeners: Set<() => void>;
  /** What was told last, as it travels: all readers share it. */
  json: string;
  toldAt: number;
  timer: ReturnType<typeof setTimeout> | null;
}

/**
 * Who has which base open, and which cell they have selected: in the memory of this process alone. Tabs tell it again and
 * again, so that one whose connection is lost is forgotten. What changes within a moment is told to readers at once.
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

  /** A tab has the base open, and a cell selected. */
  tell(baseId: string, person: Person, tabId: string, cell: PresentCell | null): void {
    const room = this.#room(baseId);
    const tabs = room.here.get(person.userId)?.tabs ?? new Map<string, Tab>();
    const before = tabs.get(tabId);
    // A tab that only says that it is still there does not take the place of one in which something was selected.
    if (before === undefined || !sameCell(before.cell, cell)) tabs.delete(tabId);
    tabs.set(tabId, { cell, told: this.#now() });
    for (const oldest of tabs.keys()) {
      if (tabs.size <= maxTabs) break;
      tabs.delete(oldest);
    }
    room.here.set(person.userId, { person, tabs });
    this.#sweep ??= setInterval(() => this.sweep(), sweepEvery).unref();
    this.#tellSoon(baseId, room);
  }

  /** A tab was closed, or is not looked at any more. */
  leave(baseId: string, userId: string, tabId: string): void {
    const room = this.#rooms.get(baseId);
    const here = room?.here.get(userId);
    if (room === undefined || here === undefined) return;
    here.tabs.delete(tabId);
    if (here.tabs.size === 0) room.here.delete(userId);
    this.#tellSoon(baseId, room);
  }

  /** Calls the listener whenever `json` has changed; the answer ends that. */
  subscribe(baseId: string, listener: () => void): () => void {
    const room = this.#room(baseId);
    room.listeners.add(listener);
    return () => {
      room.listeners.delete(listener);
      this.#drop(baseId, room);
    };
  }

  /** The event that says who is there, as it was told last. */
  json(baseId: string): string {
    return this.#rooms.get(baseId)?.json ?? jsonOf([]);
  }

  /** Forgets who has not told for a while that they are there. */
  sweep(): void {
    const since = this.#now() - staleAfter;
    for (const [baseId, room] of this.#rooms) {
      for (const [userId, { tabs }] of room.here) {
        for (const [tabId, { told }] of tabs) if (told < since) tabs.delete(tabId);
        if (tabs.size === 0) room.here.delete(userId);
      }
      this.#tellSoon(baseId, room);
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

  #room(baseId: string): Room {
    const known = this.#rooms.get(baseId);
    if (known !== undefined) return known;
    const room: Room = { here: new Map(), listeners: new Set(), json: jsonOf([]), toldAt: 0, timer: null };
    this.#rooms.set(baseId, room);
    return room;
  }

  #tellSoon(baseId: string, room: Room): void {
    if (room.timer !== null) return;
    const interval = Math.max(tellEvery, room.here.size * perPerson);
    const wait = Math.max(0, room.toldAt + interval - this.#now());
    room.timer = setTimeout(() => this.#tellNow(baseId, room), wait).unref();
  }

  #tellNow(baseId: string, room: Room): void {
    room.timer = null;
    const json = jsonOf([...room.here.values()].slice(0, maxNamed));
    if (json !== room.json) {
      room.json = json;
      room.toldAt = this.#now();
      for (const listener of room.listeners) listener();
    }
    this.#drop(baseId, room);
  }

  #drop(baseId: string, { here, listeners, timer }: Room): void {
    if (here.size === 0 && listeners.size === 0 && timer === null) this.#rooms.delete(baseId);
  }
}

const sameCell = (a: PresentCell | null, b: PresentCell | null): boolean =>
  a?.tableId === b?.tableId && a?.recordId === b?.recordId && a?.fieldId === b?.fieldId;

const jsonOf = (here: readonly Here[]): string =>
  JSON.stringify({
    present: here.map(({ person, tabs }) => ({ ...person, cell: [...tabs.values()].at(-1)?.cell ?? null })),
  });
