import { Button, cx, Icon } from '@weft/ui';
import { CircleAlert, CircleCheck, Play } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { useHost } from './host.ts';
import type { WriteConfig } from './queries.ts';

interface TestCallProps {
  readonly flowId: string;
  readonly serviceType: string;
  readonly serviceId: string;
  readonly organizationId: string;
  readonly config: WriteConfig;
  /** Why it cannot be tested yet; null: it can. */
  readonly whyNot: string | null;
}

interface Outcome {
  readonly ok: boolean;
  readonly said: string;
  readonly url: string | null;
  readonly seconds: number;
  /** What was sent. */
  readonly values: readonly SentValue[];
}

interface SentValue {
  readonly id: string;
  readonly name: string;
  /** Null: nothing was sent. */
  readonly text: string | null;
}

/** Writes one test answer, as it is matched now, and tells what the service said. */
export function TestCall(props: TestCallProps) {
  const { flowId, serviceType, serviceId, organizationId, config, whyNot } = props;
  const { words } = useHost();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const test = async () => {
    setBusy(true);
    const begun = performance.now();
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const ask = call('POST /v1/admin/integrations/:flowId/test', {
      path: { flowId },
      query: { mode: 'edit' },
      body: { serviceType, serviceId, config, organizationId, flowId, timezone },
    });
    const found = await ask.then(
      ({ data, error }) => ({
        ...{ ok: error === null, said: error ?? data?.said ?? '', url: data?.url ?? null },
        values: data?.values ?? [],
      }),
      (refused: unknown) => ({ ok: false, said: errorText(refused), url: null, values: [] }),
    );
    setOutcome({ ...found, seconds: (performance.now() - begun) / 1_000 });
    setBusy(false);
  };
  return (
    <section aria-label="Test" className="border-b px-4 py-3">
      <div className="flex items-center gap-2">
        <h3 className="flex-1 font-semibold text-body">Test</h3>
        <Button size="sm" icon={Play} loading={busy} disabled={whyNot !== null} onClick={() => void test()}>
          {busy ? 'Testing' : outcome === null ? 'Send a test' : 'Test again'}
        </Button>
      </div>
      {outcome === null ? (
        <p className="mt-1 text-small text-text-muted">
          {whyNot ?? `Writes one ${words.answer} made of samples. It is real there: delete it afterwards.`}
        </p>
      ) : (
        <div
          className={cx(
            'mt-2 overflow-hidden rounded-lg border',
            outcome.ok ? 'border-line' : 'border-danger-line',
          )}
        >
          <p
            role="status"
            className={cx(
              'flex items-start gap-2 px-3 py-2 text-base',
              outcome.ok ? 'bg-success-tint text-success-text' : 'bg-danger-tint text-danger-text',
            )}
          >
            <Icon of={outcome.ok ? CircleCheck : CircleAlert} className="mt-0.5 shrink-0" />
            <span className="wrap-anywhere min-w-0 flex-1 font-medium">
              {outcome.said}
              {outcome.url !== null && /^https:/.test(outcome.url) && (
                <>
                  {' '}
                  <a className="underline" href={outcome.url} target="_blank" rel="noopener noreferrer">
                    Open
                  </a>
                </>
              )}
            </span>
            <span className="text-small tabular-nums">{outcome.seconds.toFixed(1)} s</span>
          </p>
          {outcome.values.length > 0 && (
            <dl aria-label="What was sent" className="divide-y divide-line-subtle border-t text-small">
              {outcome.values.map(({ id, name, text }) => (
                <div key={id} className="flex gap-3 px-3 py-1.5">
                  <dt className="w-20 shrink-0 truncate text-text-muted" title={name}>
                    {name}
                  </dt>
                  <dd
                    className={cx('min-w-0 flex-1 truncate', text === null && 'text-text-muted')}
                    title={text ?? undefined}
                  >
                    {text ?? 'Empty, not sent'}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </section>
  );
}
