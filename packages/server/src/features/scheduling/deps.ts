import type { Availabilities } from '@weft/db';
import type { IdKind } from '@weft/std';

/** What routes of scheduling use. */
export interface SchedulingDeps {
  readonly availabilities: Availabilities;
  readonly newId: (kind: IdKind) => string;
}
