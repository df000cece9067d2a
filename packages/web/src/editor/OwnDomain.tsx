import type { DomainAnswer } from '@weft/protocol';
import { Badge, Banner, Button, FormField, TextInput } from '@weft/ui';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { SettingRow } from '../shell/SettingRow.tsx';
import { useSubmission } from '../shell/use-submission.ts';
import { CopyButton } from './CopyButton.tsx';
import { SaveOrDiscard } from './SaveOrDiscard.tsx';

interface Props {
  readonly domain: DomainAnswer | null;
  /** What stands there: 'form'. */
  readonly noun: string;
  readonly sample: string;
  /** Chooses a domain, or (null) gives it up; answers what was stored. */
  readonly onSet: (domain: string | null) => Promise<DomainAnswer | null>;
  readonly onCheck: () => Promise<void>;
}

/** A domain of a published document's own: what the DNS needs, and whether it says so. */
export function OwnDomain({ domain, noun, sample, onSet, onCheck }: Props) {
  const { busy, error, submit } = useSubmission();
  const [text, setText] = useState(domain?.domain ?? '');
  const isChanged = text.trim() !== (domain?.domain ?? '');
  const set = (wanted: string | null) => submit(async () => setText((await onSet(wanted))?.domain ?? ''));
  const check = () => submit(onCheck);
  return (
    <SettingRow
      title="Domain of your own"
      hint={`The ${noun} then stands at the root of that host. Its other link goes on working, and nothing else of this workspace is shown there.`}
    >
      <FormField label="Domain" error={error}>
        {(control) => (
          <TextInput
            {...control}
            className="max-w-80"
            autoComplete="off"
            inputMode="url"
            spellCheck={false}
            value={text}
            placeholder={sample}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {isChanged && (
        <SaveOrDiscard
          busy={busy}
          onSave={() => void set(text.trim() === '' ? null : text)}
          onDiscard={() => setText(domain?.domain ?? '')}
        />
      )}
      {!isChanged && domain !== null && (
        <>
          <Records domain={domain} noun={noun} />
          <div className="mt-4 flex flex-wrap gap-2">
            <Button icon={RefreshCw} loading={busy} onClick={() => void check()}>
              {domain.verified ? 'Check again' : 'Verify'}
            </Button>
            <Button icon={Trash2} variant="quiet" disabled={busy} onClick={() => void set(null)}>
              Remove domain
            </Button>
          </div>
        </>
      )}
    </SettingRow>
  );
}

/** The records to set where the domain is managed, and what was found of them. */
function Records({
  domain: { domain, verified, records, fault, leadsHere, checkedAt, endsAt },
  noun,
}: {
  readonly domain: DomainAnswer;
  readonly noun: string;
}) {
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2 text-small text-text-muted">
        <Badge tone={verified ? 'success' : 'neutral'}>{verified ? 'Verified' : 'Not verified yet'}</Badge>
        {checkedAt !== null && <span>Looked for {new Date(checkedAt).toLocaleString()}.</span>}
      </p>
      <p className="text-base">
        Set these two records where {domain} is managed. The first shows that it is yours, and stays; the
        second leads visitors here. New records can take an hour to be seen; they are also looked for every
        hour.
      </p>
      {records.map(({ type, name, value }) => (
        <fieldset key={type} className="grid gap-2 rounded-md border p-3" aria-label={`${type} record`}>
          <p className="text-small font-medium">{type} record</p>
          <Value label={`Name of the ${type} record`} text={name} />
          <Value label={`Value of the ${type} record`} text={value} />
        </fieldset>
      ))}
      {endsAt !== null && (
        <Banner tone="warning">
          {fault} The {noun} is shown at {domain} until {new Date(endsAt).toLocaleString()}; after that only
          if the record is back.
        </Banner>
      )}
      {endsAt === null && fault !== null && <Banner tone="warning">{fault}</Banner>}
      {leadsHere === false && (
        <Banner tone="info">
          {domain} does not lead to this server yet. If a proxy of another company stands before it, that is
          as it should be.
        </Banner>
      )}
      {verified && (
        <p className="text-small text-text-muted">
          Whoever runs this server has its proxy get a certificate for the domain, unless it does so by
          itself.
        </p>
      )}
    </div>
  );
}

function Value({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <TextInput
        readOnly
        aria-label={label}
        className="min-w-0 flex-1 font-mono"
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={text} label="Copy" />
    </div>
  );
}
