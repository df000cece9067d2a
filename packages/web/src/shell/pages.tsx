import { Link } from '@tanstack/react-router';
import { Button, Spinner } from '@weft/ui';
import { errorText } from '../error-text.ts';
import { paths } from '../paths.ts';
import { whyNotFetched } from './app-version.ts';
import { Mark } from './Mark.tsx';
import { useSubmission } from './use-submission.ts';

const middle = 'flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center';
const centre = `${middle} min-h-dvh`;

export function PageLoading() {
  return (
    <div className={`${centre} text-text-subtle`} role="status">
      <Spinner size={20} label="Loading..." />
    </div>
  );
}

/** Also what a person sees who may not see a page. */
export function NotFound() {
  return (
    <main className="flex min-h-dvh">
      <NothingHere />
    </main>
  );
}

export interface NothingHereProps {
  readonly title?: string;
  /** What happened, where it is known. */
  readonly text?: string;
}

/** The same beside what leads elsewhere. */
export function NothingHere({
  title = 'Nothing here',
  text = 'The address may be wrong, or you may not have access.',
}: NothingHereProps) {
  return (
    <div className={middle}>
      <Mark size={40} />
      <h1 className="mt-4 font-semibold text-title">{title}</h1>
      <p className="max-w-96 text-balance text-body text-text-muted">{text}</p>
      <Link
        to={paths.home}
        className="mt-3 font-medium text-accent-text text-body hover:underline pointer-coarse:py-3"
      >
        Go to home
      </Link>
    </div>
  );
}

/**
 * The page of something that a person knows to be there and may not open. What may be there or not for all they know is
 * `NothingHere`: this page would tell them that it is.
 */
export function NoAccess({ text }: { readonly text: string }) {
  return <NothingHere title="You don’t have access" text={text} />;
}

export function PageFailed({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  const { busy, submit } = useSubmission();
  const again = () =>
    submit(async () => {
      // Loaded anew without a connection, this page may become the browser's own, which knows no way back.
      if ((await whyNotFetched()) === 'away') return;
      reset();
      location.reload();
    });
  return (
    <main className={centre}>
      <Mark size={40} />
      <h1 className="mt-4 font-semibold text-title">Couldn’t load this page</h1>
      <p className="max-w-96 text-balance text-body text-text-muted">{errorText(error)}</p>
      <Button className="mt-3" loading={busy} onClick={() => void again()}>
        Try again
      </Button>
    </main>
  );
}
