import type { Settings } from '../settings.ts';

/** What an action does to records, where it does something to them. */
export type Writes = 'create' | 'update' | 'delete';

/** Everything that is known of one kind of action. One module, one line in `action-types.ts`. */
export interface ActionType {
  /** As the editor offers it: 'Open a page'. */
  readonly label: string;
  readonly settings: Settings;
  /** Settings without which nothing can be done. */
  readonly needs: readonly string[];
  /** It acts on the record of the page. */
  readonly ofRecord?: true;
  readonly writes?: Writes;
  /** The server does it: the browser only asks for it. */
  readonly byServer?: true;
}
