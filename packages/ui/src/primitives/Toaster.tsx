import { Check, CircleAlert } from 'lucide-react';
import { Toaster as Sonner, toast as show } from 'sonner';
import { Icon } from './Icon.tsx';

export interface ToastOptions {
  readonly tone?: 'done' | 'error' | undefined;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** Milliseconds; 4 s, or 8 s with an action, unless the specification says otherwise. */
  readonly duration?: number | undefined;
}

/** Says what happened at the bottom of the window; never the only place of an error. Gives the toast's id. */
export function toast(text: string, { tone = 'done', action, duration }: ToastOptions = {}): string | number {
  return show.custom(
    (id) => (
      <div className="flex min-h-10 items-center gap-3 rounded-lg bg-inverse px-3 font-sans text-base text-on-inverse shadow-2">
        <Icon of={tone === 'done' ? Check : CircleAlert} />
        <span className="py-2">{text}</span>
        {action !== undefined && (
          <>
            <span aria-hidden="true" className="h-5 w-px bg-on-inverse opacity-30" />
            <button
              type="button"
              className="-mr-1 shrink-0 whitespace-nowrap rounded-md px-1 py-1 font-semibold focus-visible:outline-on-inverse hover:underline"
              onClick={() => {
                show.dismiss(id);
                action.onSelect();
              }}
            >
              {action.label}
            </button>
          </>
        )}
      </div>
    ),
    { duration: duration ?? (action === undefined ? 4_000 : 8_000) },
  );
}

export const dismissToast = (id: string | number): void => {
  show.dismiss(id);
};

/** Once in the application: where toasts appear. */
export function Toaster() {
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
