import { Outlet } from '@tanstack/react-router';
import { Toaster, TooltipProvider } from '@weft/ui';

export function RootPage() {
  return (
    <TooltipProvider>
      <Outlet />
      <Toaster />
    </TooltipProvider>
  );
}
