/** THE list of the tabs of an app's editor; the names stand in addresses. */
export const appTabs = [
  { name: 'edit', label: 'Edit' },
  { name: 'data', label: 'Data' },
  { name: 'integrations', label: 'Integrations' },
  { name: 'people', label: 'People' },
  { name: 'settings', label: 'Settings' },
] as const;
