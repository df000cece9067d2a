import { Avatar, Icon } from '@weft/ui';
import { CircleHelp, Download, ScrollText } from 'lucide-react';
import { Moment } from '../../shell/Moment.tsx';
import { type AuditEntry, auditQuery } from './account-calls.ts';
import { auditText } from './audit-text.ts';
import { PagedListing } from './PagedListing.tsx';

function EntryRow({ entry }: { readonly entry: AuditEntry }) {
  const { person } = entry;
  return (
    <>
      {person === null ? (
        <Icon of={CircleHelp} size={20} className="text-text-subtle" />
      ) : (
        <Avatar name={person.name} id={person.id} size={24} />
      )}
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere text-base">
          <span className="font-medium">{person?.name ?? 'Somebody'}</span> {auditText(entry)}
        </p>
        <p className="text-small text-text-muted">
          <Moment at={entry.at} />
          {entry.ip !== null && <span className="break-all"> · {entry.ip}</span>}
        </p>
      </div>
    </>
  );
}

/** Who did what in the organization, for its admins. */
export function AuditSection() {
  return (
    <>
      <h2 className="sr-only">Audit log</h2>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-60 flex-1 text-base text-text-muted">
          Sign-ins, passwords, tokens, invitations, and databases that were moved, deleted or exported.
        </p>
        <a
          href="/v1/audit/export"
          download
          className="inline-flex h-(--w-control-md) items-center gap-1.5 rounded-md border border-line-strong bg-surface px-3 font-medium text-base shadow-1 hover:bg-hover"
        >
          <Icon of={Download} />
          Export as CSV
        </a>
      </div>
      <PagedListing
        label="Audit log"
        query={auditQuery}
        empty={{ icon: ScrollText, title: 'Nothing yet', text: 'What happens from now on appears here.' }}
        keyOf={(entry) => entry.id}
        row={(entry) => <EntryRow entry={entry} />}
      />
    </>
  );
}
