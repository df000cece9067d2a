import { Banner, Button } from '@weft/ui';
import type { DocumentState } from '../session/document-state.ts';
import type { EditorSession } from '../session/editor-session.ts';

/** The server refused what was edited here: it says why, and leaves what becomes of it to the person. */
export function RefusedBanner({
  session,
  state: { refused },
}: {
  readonly session: EditorSession;
  readonly state: DocumentState;
}) {
  if (refused === null) return null;
  return (
    <Banner
      tone="danger"
      className="rounded-none border-x-0"
      action={
        <>
          <Button size="sm" onClick={session.discard}>
            Discard my changes
          </Button>
          <Button size="sm" onClick={session.retry}>
            Try again
          </Button>
        </>
      }
    >
      Your last changes could not be saved: {refused.replace(/\.$/, '')}. They are kept on this device.
    </Banner>
  );
}
