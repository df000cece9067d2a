import {
  type CountedPlaces,
  countSubmission,
  formPlace,
  givePlace,
  type HeldSettings,
  lockedSettings,
  type Published,
  reserveStock,
  type Sql,
  type Wanted,
  waitedFor,
} from '@weft/db';
import {
  type Answers,
  type FormQuestion,
  type FormSettings,
  formSettingsOf,
  fullFault,
  isFull,
  takenChoices,
  type WhyClosed,
  whyClosed,
} from '@weft/forms';
import { AppError, deepEqual, type Fault } from '@weft/std';
import { asksMore, lockedMeanwhile } from './form-notices.ts';

type Queries = Pick<Sql, 'query'>;

/** The form closed while somebody answered it, or was closed before. */
export class FormClosed extends AppError {
  constructor({ message }: WhyClosed) {
    super('forbidden', message);
  }
}

/** What is wrong with an answer is known only when it is stored: a choice is full by then. */
export class AnswerRefused extends Error {
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super('This answer cannot be taken');
    this.faults = faults;
  }
}

/** There is no place for an answer, and it may wait: for the form (`formPlace`), for choices (their ids). */
export class MustWait extends Error {
  readonly waitsFor: readonly string[];

  constructor(waitsFor: readonly string[]) {
    super('This answer has to wait for a place');
    this.waitsFor = waitsFor;
  }
}

/** What an open form says of its places. */
interface Opened {
  /** What others wait for; null: it has no waiting list. */
  readonly waited: ReadonlySet<string> | null;
  readonly waitsFor: readonly string[];
}

/** A form as it was looked at before its answer is kept. */
type Judged = Pick<Published, 'flowId' | 'settings' | 'passwordHash'>;

/** What a form asks of whoever answers, besides its questions. */
const asksOf = ({ mailCode, allowedDomains, onePerPerson }: FormSettings) => ({
  ...{ mailCode, allowedDomains, onePerPerson },
});

/** Refuses with the whole transaction where the form takes nothing by what is set now, or asks for what was not looked at. */
function requireAsJudged(judged: Judged, held: HeldSettings, now: string): FormSettings {
  const settings = formSettingsOf(held.settings);
  const why = whyClosed(settings, held.submissions, now);
  if (why !== null) throw new FormClosed(why);
  const { passwordHash } = held;
  if (passwordHash !== null && passwordHash !== judged.passwordHash)
    throw new AppError('forbidden', lockedMeanwhile.password);
  if (!deepEqual(asksOf(settings), asksOf(formSettingsOf(judged.settings))))
    throw new AppError('conflict', asksMore);
  return settings;
}

/**
 * Counts the answer, and refuses it with its whole transaction where the form takes none. A place that others wait for is
 * theirs first.
 */
export async function requireOpen(tx: Queries, judged: Judged, now: string): Promise<Opened> {
  const { flowId } = judged;
  const held = await countSubmission(tx, flowId);
  if (held === null) return { waited: null, waitsFor: [] };
  const settings = requireAsJudged(judged, held, now);
  const waited = settings.waitingList ? await waitedFor(tx, flowId) : null;
  const isLimited = settings.maxSubmissions !== null;
  const hasToWait = isLimited && (isFull(settings, held.submissions) || waited?.has(formPlace) === true);
  return { waited, waitsFor: hasToWait ? [formPlace] : [] };
}

/** The same for what is kept and not counted: it waits for a place, or looks like spam. */
export async function requireStillOpen(tx: Queries, judged: Judged, now: string): Promise<void> {
  const held = await lockedSettings(tx, judged.flowId);
  if (held !== null) requireAsJudged(judged, held, now);
}

/** Refuses a booking with its whole transaction where the page takes none by now. */
export async function requireTakesBookings(tx: Queries, flowId: string, now: string): Promise<void> {
  const locked = await lockedSettings(tx, flowId);
  if (locked === null) return;
  const why = whyClosed(formSettingsOf(locked.settings), locked.submissions, now, 'bookings');
  if (why !== null) throw new FormClosed(why);
}

interface Chosen {
  readonly asked: readonly FormQuestion[];
  readonly answers: Answers;
}

/** A place of each choice. */
const placesOf = (taken: ReturnType<typeof takenChoices>): readonly Wanted[] =>
  taken.map(({ choice }) => ({ key: choice.id, count: 1, most: choice.capacity }));

/** Takes the room of choices, and ends the whole transaction where there is no place, in the form or of a choice. */
export async function takeChoices(
  tx: Queries,
  flowId: string,
  { asked, answers }: Chosen,
  { waited, waitsFor }: Opened,
): Promise<void> {
  const taken = takenChoices(asked, answers);
  const free = taken.filter(({ choice }) => waited?.has(choice.id) !== true);
  const got = await reserveStock(tx, flowId, placesOf(free));
  const missed = taken.filter(({ choice }) => !got.has(choice.id));
  const [first] = missed;
  if (first !== undefined && waited === null) throw new AnswerRefused([fullFault(first)]);
  const full = missed.map(({ choice }) => choice.id);
  if (waitsFor.length > 0 || full.length > 0) throw new MustWait([...waitsFor, ...full]);
}

/** Gives the places that an answer takes to one that waited for them; they were free as `places` were counted. */
export async function takeGivenPlaces(
  tx: Queries,
  flowId: string,
  { asked, answers }: Chosen,
  { places, most }: { readonly places: CountedPlaces; readonly most: number | null },
): Promise<void> {
  if (!(await givePlace(tx, flowId, places, most)))
    throw new AppError('conflict', 'Another answer took a place in this moment: try again');
  // A choice whose answer was deleted counts as taken still: its place changes hands.
  await reserveStock(tx, flowId, placesOf(takenChoices(asked, answers)));
}
