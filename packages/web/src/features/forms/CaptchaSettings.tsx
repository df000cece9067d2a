import { type CaptchaName, captchaLabels, captchaNames } from '@weft/forms';
import { FormField, Select, TextInput } from '@weft/ui';
import { useState } from 'react';
import { Refused } from '../../editor/Refused.tsx';
import { SaveOrDiscard } from '../../editor/SaveOrDiscard.tsx';
import { rpc } from '../../rpc.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import type { FormSession, FormState } from './form-session.ts';

interface Props {
  readonly session: FormSession;
  readonly captcha: FormState['captcha'];
}

const options: readonly { readonly value: CaptchaName | 'none'; readonly label: string }[] = [
  { value: 'none', label: 'None' },
  ...captchaNames.map((value) => ({ value, label: captchaLabels[value] })),
];

/** The service that checks that a person sends an answer, with its keys; the secret is written, never shown. */
export function CaptchaSettings({ session, captcha }: Props) {
  const { busy, error, submit } = useSubmission();
  const [service, setService] = useState<CaptchaName | 'none'>(captcha?.service ?? 'none');
  const [siteKey, setSiteKey] = useState(captcha?.siteKey ?? '');
  const [secret, setSecret] = useState('');
  const isSame = service === (captcha?.service ?? 'none') && siteKey === (captcha?.siteKey ?? '');
  const isChanged = !isSame || secret !== '';
  const isWhole = service === 'none' || (siteKey.trim() !== '' && secret.trim() !== '');
  const save = () =>
    submit(async () => {
      const wanted = service === 'none' ? null : { service, siteKey: siteKey.trim(), secret: secret.trim() };
      const { flowId } = session;
      session.answered(await rpc.call('forms.setCaptcha', { flowId, captcha: wanted }));
      setSecret('');
      if (wanted === null) setSiteKey('');
    });
  const discard = () => {
    setService(captcha?.service ?? 'none');
    setSiteKey(captcha?.siteKey ?? '');
    setSecret('');
  };
  return (
    <SettingRow
      title="Captcha"
      hint="Another company checks that a person sends the answer, and is told who visits this form. What it refuses is not taken; an answer that it could not be asked about is kept under Spam, as ‘Not verified’. Needs JavaScript."
    >
      <div className="flex max-w-80 flex-col gap-3">
        <Select label="Captcha" value={service} options={options} onChange={setService} />
        {service !== 'none' && (
          <>
            <FormField label="Site key">
              {(control) => (
                <TextInput
                  {...control}
                  autoComplete="off"
                  maxLength={200}
                  value={siteKey}
                  onChange={(event) => setSiteKey(event.target.value)}
                />
              )}
            </FormField>
            <FormField label={captcha === null ? 'Secret key' : 'New secret key'}>
              {(control) => (
                <TextInput
                  {...control}
                  type="password"
                  autoComplete="off"
                  maxLength={200}
                  value={secret}
                  placeholder={captcha === null ? '' : 'A secret key is set'}
                  onChange={(event) => setSecret(event.target.value)}
                />
              )}
            </FormField>
          </>
        )}
      </div>
      <Refused error={error} />
      {isChanged && (
        <SaveOrDiscard busy={busy} disabled={!isWhole} onSave={() => void save()} onDiscard={discard} />
      )}
    </SettingRow>
  );
}
