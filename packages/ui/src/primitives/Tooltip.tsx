import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

export interface TooltipProps {
  readonly content: ReactNode;
  /** The key that does the same. */
  readonly keys?: string | undefined;
  /** One element that takes a ref and handlers. */
  readonly children: ReactElement;
}

/** Words on hover and focus after 500 ms; never the only place of information. */
export function Tooltip({ content, keys, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={500} />
      <Base.Portal>
        <Base.Positioner side="bottom" sideOffset={6} collisionPadding={8} className="z-(--w-z-tooltip)">
          <Base.Popup className="w-pop max-w-72 rounded-md bg-inverse px-2 py-1 text-on-inverse text-small">
            {content}
            {keys !== undefined && <kbd className="ms-2 font-sans opacity-75">{keys}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Once around the application: moving between neighbours shows the next tooltip at once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={500} timeout={300}>
      {children}
    </Base.Provider>
  );
}
