import type { IntoTable } from './import-runner.ts';
import type { ServiceImport } from './interrupted-imports.ts';

/** What the import from any service is told. */
export interface ServiceWizardProps {
  readonly open: boolean;
  /** Closed without an import. */
  readonly onClose: () => void;
  /** Back to where imports are chosen; without it the wizard closes. */
  readonly onBack?: () => void;
  readonly onImported: (basePublicId: string) => void;
  /** The button that goes on with what was imported; 'Open database' where it is left out. */
  readonly finishLabel?: string;
  /** Where one comes back to from the service's sign-in: a page that opens this step again. */
  readonly returnTo: string;
  /** What went wrong there. */
  readonly connectError?: string | null;
  /** The connection that was made there. */
  readonly connected?: string | null;
  /** Where the new database goes; Home where it is left out. */
  readonly workspaceId?: string | null;
  /** A table that is there, into which the rows go. */
  readonly into?: IntoTable | null;
  /** An interrupted import to start again, in place of a new one. */
  readonly resuming?: ServiceImport | null;
}
