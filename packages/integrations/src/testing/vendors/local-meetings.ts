import type { WrittenMeeting } from '../../calendars/connected-meetings.ts';

/** What the contract has made. */
export const wantedMeeting: WrittenMeeting = {
  title: 'Größe & "w"',
  ...{ from: Date.parse('2026-11-24T09:00:00Z'), to: Date.parse('2026-11-24T09:30:00Z') },
};

/** Video calls that a stand-in of a service keeps, by their ids there. */
export class LocalMeetings {
  readonly meetings = new Map<string, WrittenMeeting & { readonly key: string }>();
  #made = 0;

  /** The id of a new one. */
  add(id: (number: number) => string, key: string, written: WrittenMeeting): string {
    const made = id(++this.#made);
    this.meetings.set(made, { ...written, key });
    return made;
  }

  /** False: there is none. */
  change(id: string, written: WrittenMeeting): boolean {
    const known = this.meetings.get(id);
    if (known !== undefined) this.meetings.set(id, { ...known, ...written });
    return known !== undefined;
  }

  idOf(key: string): string | undefined {
    return [...this.meetings].find(([, meeting]) => meeting.key === key)?.[0];
  }

  /** What there is. */
  contents(): readonly WrittenMeeting[] {
    return [...this.meetings.values()].map(({ title, from, to }) => ({ title, from, to }));
  }
}
