import type { Content } from '@weft/documents';
import { directionOf, type FormSettings, languagesOf } from '@weft/forms';
import { Button, FormField, Select, Textarea, TextInput } from '@weft/ui';
import { useState } from 'react';
import { SettingRow } from '../../shell/SettingRow.tsx';
import type { FormSession } from './form-session.ts';
import { languageLabel } from './languages/known-languages.ts';
import { MailCondition } from './MailCondition.tsx';
import { MailFiles } from './MailFiles.tsx';
import { useSetting } from './use-setting.ts';

interface Props {
  readonly session: FormSession;
  readonly settings: FormSettings;
  readonly content: Content;
}

interface Texts {
  readonly subject: string;
  readonly text: string;
}

const none: Texts = { subject: '', text: '' };

/** What is stored of a mail in a language of the form: its own, or a translation. */
const storedIn = (
  { replySubject, replyText, replyTranslations }: FormSettings,
  language: string,
  main: string,
) => (language === main ? { subject: replySubject, text: replyText } : (replyTranslations[language] ?? none));

/** What whoever answered is told by mail, in the language they answered in. */
export function ReplyMail({ session, settings, content }: Props) {
  const { main, others } = languagesOf(content);
  const [chosen, setLanguage] = useState(main);
  const language = others.includes(chosen) ? chosen : main;
  const hasMail = settings.replySubject !== '';
  return (
    <SettingRow
      title="Mail to whoever answered"
      hint="To the answer to the first email question, at most three an hour to one address. {{Your name}} shows an answer, at most 200 characters of it and without links. Left empty: no mail."
    >
      <div className="flex flex-col gap-3">
        {others.length > 0 && hasMail && (
          <div className="max-w-80">
            <FormField label="Language of the mail">
              {(control) => (
                <Select
                  id={control.id}
                  label="Language of the mail"
                  value={language}
                  options={[main, ...others].map((value) => ({ value, label: languageLabel(value) }))}
                  onChange={setLanguage}
                />
              )}
            </FormField>
          </div>
        )}
        <MailTexts
          // Drawn anew with what is stored, by whomever it was changed.
          key={JSON.stringify([language, storedIn(settings, language, main)])}
          {...{ session, settings, language, main }}
        />
        {hasMail && <SentWhen session={session} settings={settings} content={content} />}
      </div>
    </SettingRow>
  );
}

function SentWhen({ session, settings, content }: Props) {
  const { set } = useSetting(session);
  return (
    <>
      <MailCondition
        label="Mail when"
        filter={settings.replyWhen}
        content={content}
        onChange={(replyWhen) => void set({ replyWhen })}
      />
      <MailFiles
        files={settings.replyFiles}
        content={content}
        onChange={(replyFiles) => void set({ replyFiles })}
      />
    </>
  );
}

interface TextsProps extends Pick<Props, 'session' | 'settings'> {
  readonly language: string;
  /** The language that the form is written in. */
  readonly main: string;
}

function MailTexts({ session, settings, language, main }: TextsProps) {
  const { busy, error, set } = useSetting(session);
  const stored = storedIn(settings, language, main);
  const [subject, setSubject] = useState(stored.subject);
  const [text, setText] = useState(stored.text);
  const isChanged = subject !== stored.subject || text !== stored.text;
  const written = language === main ? none : storedIn(settings, main, main);
  const writing = { lang: language, dir: directionOf(language) };
  const save = () => {
    if (language === main) return set({ replySubject: subject, replyText: text });
    const { [language]: _, ...others } = settings.replyTranslations;
    const isEmpty = subject.trim() === '' && text.trim() === '';
    return set({ replyTranslations: isEmpty ? others : { ...others, [language]: { subject, text } } });
  };
  return (
    <>
      <FormField label="Subject" error={error}>
        {(control) => (
          <TextInput
            {...control}
            {...writing}
            value={subject}
            placeholder={written.subject}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
      </FormField>
      <FormField label="Text">
        {(control) => (
          <Textarea
            {...control}
            {...writing}
            rows={5}
            value={text}
            placeholder={written.text}
            maxLength={5_000}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {isChanged && (
        <div className="flex gap-2">
          <Button loading={busy} onClick={() => void save()}>
            {busy ? 'Saving' : 'Save'}
          </Button>
          <Button
            variant="quiet"
            onClick={() => {
              setSubject(stored.subject);
              setText(stored.text);
            }}
          >
            Discard
          </Button>
        </div>
      )}
    </>
  );
}
