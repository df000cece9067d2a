/** THE list of the tabs of a form's editor; the names stand in addresses. */
const editorTabs = [
  { name: 'edit', label: 'Edit' },
  { name: 'integrations', label: 'Integrate' },
  { name: 'results', label: 'Results' },
  { name: 'share', label: 'Share' },
  { name: 'settings', label: 'Settings' },
] as const;

/** THE list of what the tab 'Edit' shows; all but the first stand in addresses. */
export const editViews = ['pages', 'logic', 'questions', 'times', 'desktop', 'phone'] as const;
export type EditView = (typeof editViews)[number];

export type EditorTab = (typeof editorTabs)[number]['name'];

const eventTabs: readonly EditorTab[] = ['edit', 'results', 'share', 'settings'];

export interface TabOf {
  readonly name: EditorTab;
  readonly label: string;
}

/** The tabs of a form, or of one that is booked. */
export const tabsOf = (isEvent: boolean): readonly TabOf[] =>
  isEvent
    ? editorTabs
        .filter(({ name }) => eventTabs.includes(name))
        .map(({ name, label }) => ({ name, label: name === 'results' ? 'Bookings' : label }))
    : editorTabs;
