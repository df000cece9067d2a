import { lazyDialog } from '../../shell/lazy-dialog.tsx';
import type { ServiceImport } from './interrupted-imports.ts';
import type { ServiceWizardProps } from './service-wizard.ts';

/** THE list of services that databases are imported from, each in a part of its own: few ask for one. */
const wizards = {
  airtable: lazyDialog<ServiceWizardProps>(() =>
    import('./airtable/AirtableWizard.tsx').then((part) => part.AirtableWizard),
  ),
  googlesheets: lazyDialog<ServiceWizardProps>(() =>
    import('./google-sheets/GoogleSheetsWizard.tsx').then((part) => part.GoogleSheetsWizard),
  ),
} satisfies { readonly [S in ServiceImport['order']['service']]: unknown };

/** The import from a service. */
export function ServiceWizard({
  source,
  ...props
}: ServiceWizardProps & { readonly source: keyof typeof wizards }) {
  const Wizard = wizards[source];
  return <Wizard {...props} />;
}
