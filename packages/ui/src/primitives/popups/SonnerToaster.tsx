import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { ToastCard } from '../ToastCard.tsx';
import { showToastsIn } from '../toast-queue.ts';

/** Stacks toasts, and lets them be swiped away. */
export function SonnerToaster() {
  // Sonner listens by now: effects of children go first.
  useEffect(
    () =>
      showToastsIn({
        show: (toast) =>
          sonner.custom(() => <ToastCard toast={toast} />, { id: toast.id, duration: toast.duration }),
        dismiss: (id) => sonner.dismiss(id),
      }),
    [],
  );
  return (
    <Sonner
      position="bottom-center"
      visibleToasts={3}
      gap={8}
      offset={24}
      mobileOffset={{ bottom: 84 }}
      toastOptions={{ unstyled: true, className: 'flex w-full justify-center' }}
      style={{ zIndex: 'var(--w-z-toast)' }}
    />
  );
}
