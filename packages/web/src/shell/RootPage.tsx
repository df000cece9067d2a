import { Outlet } from '@tanstack/react-router';
import { Toaster, toast } from '@weft/ui';
import { useEffect } from 'react';
import { takeSaid } from './organization-switch.ts';
import { PaletteHost } from './palette/PaletteHost.tsx';

export function RootPage() {
  useEffect(() => {
    const said = takeSaid();
    if (said !== null) toast(said);
  }, []);
  return (
    <>
      <PaletteHost>
        <Outlet />
      </PaletteHost>
      <Toaster />
    </>
  );
}
