export interface ToastOptions {
  readonly tone?: 'done' | 'error' | undefined;
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined;
  /** Milliseconds; 4 s, or 8 s with an action, unless the specification says otherwise. */
  readonly duration?: number | undefined;
}

export interface Toast {
  readonly id: string;
  readonly text: string;
  readonly tone: 'done' | 'error';
  readonly action: ToastOptions['action'];
  readonly duration: number;
}

/** What shows toasts once it is there. */
export interface ToastPlace {
  readonly show: (toast: Toast) => void;
  readonly dismiss: (id: string) => void;
}

let place: ToastPlace | null = null;
/** Raised before their place was there. */
let waiting: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

const setWaiting = (next: readonly Toast[]) => {
  waiting = next;
  for (const listener of listeners) listener();
};

/** Says what happened at the bottom of the window; never the only place of an error. Gives the toast's id. */
export function toast(text: string, { tone = 'done', action, duration }: ToastOptions = {}): string {
  count += 1;
  const raised: Toast = {
    ...{ id: `toast-${count}`, text, tone, action },
    duration: duration ?? (action === undefined ? 4_000 : 8_000),
  };
  if (place !== null) place.show(raised);
  else {
    setWaiting([...waiting, raised]);
    // Where the place cannot be fetched it goes all the same.
    setTimeout(() => dismissWaiting(raised.id), raised.duration);
  }
  return raised.id;
}

const dismissWaiting = (id: string): void => {
  if (waiting.some((one) => one.id === id)) setWaiting(waiting.filter((one) => one.id !== id));
};

export const dismissToast = (id: string): void => {
  dismissWaiting(id);
  place?.dismiss(id);
};

/** From now on toasts are shown there, with those that waited first; answers what ends it. */
export function showToastsIn(next: ToastPlace): () => void {
  place = next;
  for (const one of waiting) next.show(one);
  setWaiting([]);
  return () => {
    place = null;
  };
}

export const waitingToasts = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): readonly Toast[] => waiting,
};
