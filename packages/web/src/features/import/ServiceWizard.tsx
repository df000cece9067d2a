import type { ComponentProps } from 'react';
import { lazyDialog } from '../../shell/lazy-dialog.tsx';

const AirtableWizard = lazyDialog(() =>
  import('./airtable/AirtableWizard.tsx').then((part) => part.AirtableWizard),
);

const GoogleSheetsWizard = lazyDialog(() =>
  import('./google-sheets/GoogleSheetsWizard.tsx').then((part) => part.GoogleSheetsWizard),
);

interface ServiceWizardProps extends ComponentProps<typeof AirtableWizard> {
  readonly source: 'airtable' | 'googlesheets';
}

/** The import from a service, in a part of its own: few who open a table ask for one. */
export function ServiceWizard({ source, connected = null, ...props }: ServiceWizardProps) {
  return source === 'airtable' ? (
    <AirtableWizard {...props} connected={connected} />
  ) : (
    <GoogleSheetsWizard {...props} />
  );
}
