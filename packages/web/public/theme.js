// Runs before the first paint, so that a chosen theme never flashes. Written by src/shell/theme.ts.
try {
  const theme = localStorage.getItem('weft.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this page: the system's wish holds.
}
