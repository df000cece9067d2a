/** THE list of the tabs of a form's editor; the names stand in addresses. */
export const editorTabs = [
  { name: 'edit', label: 'Edit' },
  { name: 'integrations', label: 'Integrate' },
  { name: 'results', label: 'Results' },
  { name: 'share', label: 'Share' },
  { name: 'settings', label: 'Settings' },
] as const;

/** THE list of what the tab 'Edit' shows; all but the first stand in addresses. */
export const editViews = ['pages', 'logic', 'desktop', 'phone'] as const;
export type EditView = (typeof editViews)[number];

export type EditorTab = (typeof editorTabs)[number]['name'];
