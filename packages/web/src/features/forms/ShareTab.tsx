import { connectionNeed, endingOf, isEvent, originOf, parametersOf, whyClosed } from '@weft/forms';
import { Banner, Button, EmptyState, FormField, Select, Textarea, TextInput } from '@weft/ui';
import { ExternalLink, Send } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../editor/CopyButton.tsx';
import { OwnDomain } from '../../editor/OwnDomain.tsx';
import { SaveOrDiscard } from '../../editor/SaveOrDiscard.tsx';
import { paths } from '../../paths.ts';
import { rpc, serverClock } from '../../rpc.ts';
import { QrCode } from '../../shell/QrCode.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { type EmbedMode, embedModes, embedSnippet } from './embed-snippet.ts';
import type { FormSession, FormState } from './form-session.ts';
import { LinesSetting } from './LinesSetting.tsx';

interface Props {
  readonly session: FormSession;
  readonly state: FormState;
}

/** The ways to the published form. */
export function ShareTab({ session, state }: Props) {
  const { publicIdentifier, customEnding, domain, published, settings, submissions } = state;
  if (published === null)
    return (
      <div className="flex-1 overflow-y-auto">
        <EmptyState
          icon={Send}
          title="Not published yet"
          text="Publish the form, and its link stands here. Until then nobody can open it."
        />
      </div>
    );
  const path = paths.published(customEnding ?? publicIdentifier);
  const address = domain?.verified ? domain.address : new URL(path, location.href).href;
  const need = connectionNeed(published.content, settings, state);
  const takes = isEvent(published.content) ? 'bookings' : 'answers';
  const isBooked = takes === 'bookings';
  const why = whyClosed(settings, submissions, new Date(serverClock.now()).toISOString(), takes);
  return (
    <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div className="mx-auto max-w-180">
        {why !== null && (
          <Banner tone="warning" className="mb-6">
            Whoever opens the link is told that the {isBooked ? 'page' : 'form'} is closed: {why.message} The
            settings say when it takes {takes}.
          </Banner>
        )}
        <SettingRow
          title="Link"
          hint={`Anybody who has it can ${isBooked ? 'book' : 'answer'}, on any device, without signing in. It shows what was published last.`}
        >
          <div className="flex flex-wrap gap-2">
            <TextInput
              readOnly
              // The whole address, so that it can be read before it is given away.
              className="min-w-full"
              aria-label="Link"
              value={address}
              onFocus={(event) => event.target.select()}
            />
            <CopyButton text={address} label="Copy link" />
            <Button icon={ExternalLink} onClick={() => void open(address, '_blank', 'noopener')}>
              Open
            </Button>
          </div>
          {!isBooked && (
            <p className="mt-3 text-small text-text-muted">
              {need === null
                ? 'Once opened, it can be filled in without a connection. The answer goes out when the connection is back.'
                : `Without a connection its pages are not turned, for ${need}. An answer that is sent then is kept on the device, and goes out when the connection is back.`}
            </p>
          )}
        </SettingRow>
        <Ending key={customEnding} session={session} state={state} />
        <OwnDomain
          key={domain?.domain}
          domain={domain}
          noun="form"
          sample="forms.example.com"
          onSet={async (wanted) => {
            const answer = await rpc.call('forms.setDomain', { flowId: session.flowId, domain: wanted });
            session.answered(answer);
            return answer.domain;
          }}
          onCheck={async () =>
            session.answered(await rpc.call('forms.checkDomain', { flowId: session.flowId }))
          }
        />
        <SettingRow
          title="QR code"
          hint={`For a poster or a slide: the camera of a phone opens the ${isBooked ? 'page' : 'form'}.`}
        >
          <QrCode text={address} label={`QR code of ${address}`} />
        </SettingRow>
        <Embed
          form={{ address, title: state.name, parameters: parametersOf(published.content) }}
          path={path}
        />
        <Sites key={settings.embedSites.join()} session={session} state={state} />
      </div>
    </div>
  );
}

/** The end of the link, in words. */
function Ending({ session, state: { customEnding } }: Props) {
  const { busy, error, submit } = useSubmission();
  const [text, setText] = useState(customEnding ?? '');
  const ending = text.trim() === '' ? null : endingOf(text);
  const isGood = ending !== undefined;
  const save = () =>
    submit(async () =>
      session.answered(
        await rpc.call('forms.setEnding', { flowId: session.flowId, customEnding: ending ?? null }),
      ),
    );
  return (
    <SettingRow
      title="Ending of the link"
      hint="In words, instead of letters and digits. The first link goes on working; one with another ending ends."
    >
      <FormField
        label="Ending"
        error={isGood ? error : 'Two to sixty-four small letters, digits and hyphens between them'}
      >
        {(control) => (
          <TextInput
            {...control}
            className="max-w-80"
            autoComplete="off"
            value={text}
            placeholder="autumn-classes"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {text !== (customEnding ?? '') && (
        <SaveOrDiscard
          busy={busy}
          disabled={!isGood}
          onSave={() => void save()}
          onDiscard={() => setText(customEnding ?? '')}
        />
      )}
    </SettingRow>
  );
}

/** The code that shows the form on another page, and how it looks there. */
function Embed({
  form,
  path,
}: {
  readonly form: Parameters<typeof embedSnippet>[0];
  /** Of this server, whose pages alone show it here. */
  readonly path: string;
}) {
  const [mode, setMode] = useState<EmbedMode>('inline');
  const [label, setLabel] = useState('');
  const code = embedSnippet(form, mode, label);
  return (
    <SettingRow
      title="On another page"
      hint={`Paste the code where the form is to be. Name the sites below first: no other may show it.${form.parameters.length > 0 ? ' Of the address of that page it passes on what hidden fields ask for: paste it again where these change.' : ''}`}
    >
      <div className="flex flex-col gap-3">
        <div className="max-w-80">
          <Select label="How it is shown" value={mode} options={embedModes} onChange={setMode} />
        </div>
        {mode !== 'inline' && mode !== 'full' && (
          <FormField label="Text of the button">
            {(control) => (
              <TextInput
                {...control}
                className="max-w-80"
                value={label}
                maxLength={60}
                placeholder="Open the form"
                onChange={(event) => setLabel(event.target.value)}
              />
            )}
          </FormField>
        )}
        <Textarea readOnly aria-label="Embed code" rows={4} className="font-mono text-small" value={code} />
        <div>
          <CopyButton text={code} label="Copy code" />
        </div>
        <iframe
          title="Preview of the embedded form"
          // Its maker looks at it: that is no view.
          src={`${path}?weft-preview`}
          className="h-100 w-full rounded-md border bg-surface"
        />
      </div>
    </SettingRow>
  );
}

/** Who may show the form in a frame. */
function Sites({ session, state: { settings } }: Props) {
  return (
    <LinesSetting
      {...{ session, read: originOf, stored: settings.embedSites }}
      changed={(embedSites) => ({ embedSites })}
      title="Sites that may show it"
      hint="Acts at once, without publishing. Left empty: no other site."
      label="Sites, one a line"
      placeholder="https://example.org"
      noun="site, such as https://example.org"
    />
  );
}
