import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart, type PartOnItsWay } from './lazy-part.tsx';
import { whenSomeoneIsThere } from './popups/someone-there.ts';
import { ToastCard } from './ToastCard.tsx';
import { waitingToasts } from './toast-queue.ts';

/** Until what stacks them is here, and where it cannot be fetched, they are shown all the same. */
function PlainToaster({ part: { error, retry } }: { readonly part: PartOnItsWay }) {
  const toasts = useSyncExternalStore(waitingToasts.subscribe, waitingToasts.read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another toast asks for it again
  useEffect(() => {
    if (error !== null) retry();
  }, [toasts.length]);
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-6 z-(--w-z-toast) flex flex-col items-center gap-2 max-sm:bottom-21 max-sm:px-4"
    >
      {toasts.map((toast) => (
        <div key={toast.id} className="pointer-events-auto">
          <ToastCard toast={toast} />
        </div>
      ))}
    </section>
  );
}

const LateToaster = lazyPart<object>(
  () => import('./popups/SonnerToaster.tsx').then((part) => part.SonnerToaster),
  PlainToaster,
);

/** Once in the application: where toasts appear. Fetched with the first toast, or before it once a person is there. */
export function Toaster() {
  const [isAsked, ask] = useState(false);
  const toasts = useSyncExternalStore(waitingToasts.subscribe, waitingToasts.read);
  useEffect(() => whenSomeoneIsThere(() => ask(true)), []);
  if (toasts.length > 0 && !isAsked) ask(true);
  // Beside the application, as dialogs are, which it stands above.
  return isAsked && createPortal(<LateToaster />, document.body);
}
