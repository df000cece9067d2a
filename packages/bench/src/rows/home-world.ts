/** How large the organization is whose home is measured. */
export const flowCount = 10_000;
export const workspaceCount = 200;

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
