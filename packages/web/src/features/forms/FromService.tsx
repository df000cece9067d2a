import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner, Skeleton, Switch } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { AccountChoice } from '../import/AccountChoice.tsx';
import { catalogueQuery, connectionsQuery, foreignFormQuery } from '../integrations/integration-queries.ts';
import { StepSelect } from '../integrations/StepSelect.tsx';

/** A form of another service that a new one begins as. */
export interface ChosenForm {
  readonly serviceId: string;
  readonly formId: string;
  /** Its answers come too. */
  readonly answers: boolean;
}

interface FromServiceProps {
  readonly chosen: ChosenForm | null;
  /** Where one comes back to from connecting a service. */
  readonly returnTo: string;
  /** The connection that one just came back with. */
  readonly connected: string | undefined;
  /** Null: none is. */
  readonly onChoose: (chosen: ChosenForm | null) => void;
}

/** The form of another service that a new form begins as: an account, one of its forms, and what will be missing. */
export function FromService({ chosen, returnTo, connected, onChoose }: FromServiceProps) {
  const { data: catalogue } = useQuery(catalogueQuery);
  const { data: connections, error, refetch } = useQuery(connectionsQuery);
  const [serviceId, setServiceId] = useState(chosen?.serviceId ?? connected ?? '');
  const [isAdding, setAdding] = useState(false);
  if (error !== null && connections === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  if (catalogue === undefined || connections === undefined) return <Skeleton className="h-16 max-w-130" />;
  const services = catalogue.filter(({ use }) => use === 'import');
  const usable = connections.filter(({ type }) => services.some((one) => one.type === type));
  const formId = chosen?.formId ?? '';
  const links = services.map(({ type, label }) => (
    <Link key={type} to={paths.connect(type, returnTo)} className="font-medium underline hover:no-underline">
      Connect {label}
    </Link>
  ));
  if (usable.length === 0)
    return (
      <Banner tone="info" className="max-w-130">
        <p>A form is read over a connection, and none is there yet.</p>
        <p className="mt-1 flex flex-wrap gap-x-4">{links}</p>
      </Banner>
    );
  return (
    <div className="flex max-w-130 flex-col gap-4">
      {isAdding && (
        <Banner tone="info">
          <p className="flex flex-wrap gap-x-4">{links}</p>
        </Banner>
      )}
      <AccountChoice
        connections={usable}
        serviceId={serviceId}
        onChange={(next) => {
          setServiceId(next);
          if (next !== chosen?.serviceId) onChoose(null);
        }}
        onConnectAnother={() => setAdding(true)}
      >
        {(connection) => (
          <StepSelect
            serviceId={connection.id}
            step="formId"
            before={{}}
            chosen={formId}
            label="Form"
            placeholder="Choose a form"
            noneHint="This account has no forms."
            reloadLabel="Read the list of forms again"
            onChoose={(id) =>
              onChoose({ serviceId: connection.id, formId: id, answers: chosen?.answers ?? false })
            }
          >
            {chosen !== null && (
              <>
                <Foreseen key={formId} at={chosen} />
                <div>
                  <Switch
                    label="Take its answers over too"
                    className="min-h-8"
                    checked={chosen.answers}
                    onChange={(answers) => onChoose({ ...chosen, answers })}
                  />
                  <p className="text-small text-text-muted">
                    They come while you go on, with the times they were given, and no mail is sent. Results
                    shows how far they are, and what of them has no place here.
                  </p>
                </div>
              </>
            )}
          </StepSelect>
        )}
      </AccountChoice>
    </div>
  );
}

/** What will become of a form, and what of it will be missing. */
function Foreseen({ at }: { readonly at: ChosenForm }) {
  const { data, error, refetch } = useQuery(foreignFormQuery(at));
  if (error !== null && data === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  if (data === undefined) return <Skeleton className="h-13" />;
  const count = `${data.questions} ${data.questions === 1 ? 'question' : 'questions'}`;
  if (data.leftOut.length === 0)
    return <Banner tone="success">{count} will be taken over, and nothing is left out.</Banner>;
  return (
    <Banner tone="warning">
      <p>{count} will be taken over. What will not be as it was:</p>
      <ul aria-label="What will not be as it was" className="mt-1 flex list-disc flex-col gap-0.5 ps-5">
        {[...new Set(data.leftOut)].map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
