import type { Content } from '@weft/documents';
import type { EventSettings } from '@weft/forms';
import { setProp } from '../../../editor/set-prop.ts';
import type { FormSession } from '../form-session.ts';

export interface EventPartProps {
  readonly session: FormSession;
  readonly content: Content;
  readonly event: EventSettings;
}

type PropValue = Parameters<typeof setProp>[3];

/** Sets something of the event in the draft; null takes it back to what is usual. */
export const useEventProp =
  ({ session, content }: Pick<EventPartProps, 'session' | 'content'>) =>
  (key: string, value: PropValue, typed = false): void =>
    session.edit(setProp(content, null, key, value), { typed });
