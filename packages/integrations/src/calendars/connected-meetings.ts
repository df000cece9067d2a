/** A video call that is made for a booking. */
export interface WrittenMeeting {
  readonly title: string;
  readonly from: number;
  readonly to: number;
}

/** The video calls of an account that somebody signed in to. Throws ServiceFault. */
export interface ConnectedMeetings {
  /**
   * Makes the meeting of a key, or brings it in step; under one key it is one, though an answer was lost. `known` is the id
   * it had the last time.
   */
  readonly write: (
    key: string,
    known: string | null,
    meeting: WrittenMeeting,
  ) => Promise<{ readonly id: string; readonly joinUrl: string }>;
  /** What is gone already is removed. Without `known` it is looked for by its key. */
  readonly remove: (key: string, known: string | null, meeting: WrittenMeeting) => Promise<void>;
}
