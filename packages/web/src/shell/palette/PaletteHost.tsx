import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { queryClient, visitorQuery } from '../../queries.ts';
import { lazyDialog } from '../lazy-dialog.tsx';
import { useSearchKey } from '../use-search-key.ts';

const Palette = lazyDialog(() => import('./Palette.tsx').then((part) => part.Palette));

const OpenPalette = createContext(() => {});

/** Opens the palette. */
export const useOpenPalette = (): (() => void) => useContext(OpenPalette);

/** Around all pages: Ctrl+K opens the palette for whoever is signed in. */
export function PaletteHost({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const page = useRef<HTMLSpanElement>(null);
  const show = () => {
    const isSignedIn = (queryClient.getQueryData(visitorQuery.queryKey)?.me ?? null) !== null;
    if (isSignedIn) setOpen(true);
  };
  useSearchKey('k', page, show);
  return (
    <OpenPalette value={show}>
      <span ref={page} hidden />
      {children}
      {open && <Palette onClose={() => setOpen(false)} />}
    </OpenPalette>
  );
}
