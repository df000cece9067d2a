import {
  certificateNames,
  certificateOf,
  longestHelp,
  longestLabel,
  quizOf,
  usualCertificate,
} from '@weft/forms';
import { Button, FormField, Select, Switch, Textarea, TextInput } from '@weft/ui';
import { setProp } from '../../editor/set-prop.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import type { FormSession, FormState } from './form-session.ts';
import { ImagePicker } from './ImagePicker.tsx';
import { scriptsOfPdfs } from './MailFiles.tsx';

const orientations = [
  { value: 'across', label: 'Across' },
  { value: 'upright', label: 'Upright' },
] as const;

const names = certificateNames.map((name) => `{{${name}}}`).join(', ');

/** What whoever passes a quiz gets as a PDF. It is part of the draft: later answers get it once it is published. */
export function CertificateSettings({
  session,
  state: { content },
}: {
  readonly session: FormSession;
  readonly state: FormState;
}) {
  const quiz = quizOf(content);
  if (quiz === null) return null;
  const certificate = certificateOf(content);
  const { certificateTitle, certificateText, certificateAccent, certificateLogo } = content.props;
  const set = (key: string, value: string | boolean | null, typed = false) =>
    session.edit(setProp(session.getState().content, null, key, value), { typed });
  return (
    <SettingRow
      title="Certificate"
      hint="A PDF of one page for whoever passes, at the end of the quiz and in the results. At the end it is shown only where people are told what they came to."
    >
      <div className="flex max-w-100 flex-col gap-4">
        <Switch
          label="Give a certificate"
          className="min-h-8"
          checked={certificate !== null}
          onChange={(on) => set('certificate', on ? true : null)}
        />
        {certificate !== null && (
          <>
            <FormField label="Title of the certificate">
              {(control) => (
                <TextInput
                  {...control}
                  maxLength={longestLabel}
                  autoComplete="off"
                  placeholder={usualCertificate.title}
                  value={typeof certificateTitle === 'string' ? certificateTitle : ''}
                  onChange={({ target }) => set('certificateTitle', target.value || null, true)}
                />
              )}
            </FormField>
            <FormField
              label="Text of the certificate"
              hint={`{{Your name}} shows an answer; ${names} are known too. A line that is one name alone is drawn larger. ${scriptsOfPdfs}`}
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={5}
                  maxLength={longestHelp}
                  placeholder={certificate.text}
                  value={typeof certificateText === 'string' ? certificateText : ''}
                  onChange={({ target }) => set('certificateText', target.value || null, true)}
                />
              )}
            </FormField>
            <FormField label="Orientation">
              {({ id }) => (
                <Select
                  id={id}
                  label="Orientation"
                  value={certificate.isAcross ? 'across' : 'upright'}
                  options={orientations}
                  onChange={(way) => set('certificateUpright', way === 'upright' ? true : null)}
                />
              )}
            </FormField>
            <div className="flex flex-wrap items-center gap-4">
              <label className="flex min-h-8 items-center gap-2 text-base">
                <input
                  type="color"
                  className="h-8 w-12 cursor-pointer rounded-md border bg-surface p-0.5"
                  value={certificate.accent}
                  onChange={({ target }) => set('certificateAccent', target.value, true)}
                />
                Title and frame
              </label>
              {certificateAccent !== undefined && (
                <Button size="sm" variant="quiet" onClick={() => set('certificateAccent', null)}>
                  As in the theme
                </Button>
              )}
            </div>
            <div>
              <p className="mb-1.5 font-medium text-base">Logo</p>
              <ImagePicker
                flowId={session.flowId}
                image={typeof certificateLogo === 'string' ? certificateLogo : undefined}
                noun="the logo"
                onChange={(image) => set('certificateLogo', image)}
              />
            </div>
          </>
        )}
      </div>
    </SettingRow>
  );
}
