import { Outlet } from '@tanstack/react-router';
import { Toaster, TooltipProvider } from '@weft/ui';
import { PaletteHost } from './palette/PaletteHost.tsx';

export function RootPage() {
  return (
    <TooltipProvider>
      <PaletteHost>
        <Outlet />
      </PaletteHost>
      <Toaster />
    </TooltipProvider>
  );
}
