import type { ConnectedMeetings, WrittenMeeting } from '../calendars/connected-meetings.ts';
import { unlessGone } from './steps.ts';

type Meeting = Awaited<ReturnType<ConnectedMeetings['write']>>;

interface Meetings {
  /** The meeting that was made under a key. */
  readonly find: (key: string, written: WrittenMeeting) => Promise<{ readonly id: string } | undefined>;
  readonly make: (key: string, written: WrittenMeeting) => Promise<Meeting>;
  readonly change: (id: string, written: WrittenMeeting) => Promise<Meeting>;
  readonly remove: (id: string) => Promise<unknown>;
}

/** One meeting a key, though an answer was lost or somebody deleted it there: then the booking has a new one. */
export const keepsMeetings = ({ find, make, change, remove }: Meetings): ConnectedMeetings => ({
  write: async (key, known, written) => {
    const id = known ?? (await find(key, written))?.id;
    const changed = id === undefined ? null : await unlessGone(change(id, written));
    return changed ?? make(key, written);
  },
  remove: async (key, known, written) => {
    const id = known ?? (await find(key, written))?.id;
    if (id !== undefined) await unlessGone(remove(id));
  },
});
