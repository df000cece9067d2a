import { Check, CircleAlert } from 'lucide-react';
import { Icon } from './Icon.tsx';
import { dismissToast, type Toast } from './toast-queue.ts';

/** One toast. */
export function ToastCard({ toast: { id, text, tone, action } }: { readonly toast: Toast }) {
  return (
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
              dismissToast(id);
              action.onSelect();
            }}
          >
            {action.label}
          </button>
        </>
      )}
    </div>
  );
}
