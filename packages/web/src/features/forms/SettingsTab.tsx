import { eventOf, questionsOf, questionType } from '@weft/forms';
import { Checkbox, FormField, Switch, Textarea, TextInput } from '@weft/ui';
import { useState } from 'react';
import { Refused } from '../../editor/Refused.tsx';
import { SaveOrDiscard } from '../../editor/SaveOrDiscard.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { Domains, MailCode, OnePerPerson, Password, SpamDefence } from './AccessSettings.tsx';
import { CaptchaSettings } from './CaptchaSettings.tsx';
import { CertificateSettings } from './CertificateSettings.tsx';
import type { FormSession, FormState } from './form-session.ts';
import { LookSettings } from './LookSettings.tsx';
import { LanguageSettings, PageLanguage } from './languages/LanguageSettings.tsx';
import { MailCondition } from './MailCondition.tsx';
import { MailFiles } from './MailFiles.tsx';
import { PaymentAccount } from './payments/PaymentAccount.tsx';
import { QuizSettings } from './QuizSettings.tsx';
import { ReplyMail } from './ReplyMail.tsx';
import { Retention } from './Retention.tsx';
import { SettingsSections } from './SettingsSections.tsx';
import { useSetting } from './use-setting.ts';

interface Props {
  readonly session: FormSession;
  readonly state: FormState;
}

/** A moment as an input of day and time takes it, on the reader's clock. */
function localText(moment: string | null): string {
  if (moment === null) return '';
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const momentOf = (text: string): string | null => (text === '' ? null : new Date(text).toISOString());

/** How settings are worded of forms that are answered, and of pages that are booked. */
interface Takes {
  readonly about: string;
  readonly title: string;
  readonly hint: string;
  readonly label: string;
  readonly closedTitle: string;
}

const answers: Takes = {
  about:
    'What you change here acts at once, without publishing, but for theme and quiz. Questions, pages, choices and their texts are seen once you publish.',
  title: 'Answers',
  hint: 'A closed form keeps its link, and says there that it is closed.',
  label: 'Take answers',
  closedTitle: 'What it says while it is closed',
};

const bookings: Takes = {
  about:
    'What you change here acts at once, without publishing. Bookings that were made stay: they can be moved and cancelled while the page is closed, too.',
  title: 'Bookings',
  hint: 'A closed page keeps its link, and says there that it is closed.',
  label: 'Take bookings',
  closedTitle: 'What it says while it takes no bookings',
};

interface Worded extends Props {
  readonly takes: Takes;
}

/** Settings that act at once, without publishing. */
export function SettingsTab({ session, state }: Props) {
  const { settings } = state;
  const takes = eventOf(state.content) === null ? answers : bookings;
  return (
    <SettingsSections>
      <p className="mb-6 text-base text-text-muted">{takes.about}</p>
      <Closed {...{ session, state, takes }} />
      <ClosedMessage key={`closed ${settings.closedMessage}`} {...{ session, state, takes }} />
      {/* Drawn anew with what is stored, by whomever it was changed. */}
      <Times key={`${settings.openDate} ${settings.expirationDate}`} {...{ session, state }} />
      {takes === bookings ? (
        <>
          <Password session={session} hasPassword={state.hasPassword} what="page" />
          <Account session={session} state={state} />
          <PageLanguage session={session} state={state} />
        </>
      ) : (
        <AnswerSettings session={session} state={state} />
      )}
    </SettingsSections>
  );
}

/** What only forms that are answered have. */
function AnswerSettings({ session, state }: Props) {
  const { settings } = state;
  return (
    <>
      <Limit key={settings.maxSubmissions} session={session} state={state} />
      <Password session={session} hasPassword={state.hasPassword} />
      <MailCode session={session} settings={settings} />
      <OnePerPerson session={session} settings={settings} />
      <Domains key={settings.allowedDomains.join()} session={session} settings={settings} />
      <SpamDefence session={session} settings={settings} />
      <CaptchaSettings
        key={`captcha ${state.captcha?.service} ${state.captcha?.siteKey}`}
        session={session}
        captcha={state.captcha}
      />
      <Account session={session} state={state} />
      <Notifications session={session} state={state} />
      <ReplyMail session={session} settings={settings} content={state.content} />
      <Retention key={`days ${settings.retentionDays}`} session={session} settings={settings} />
      <LookSettings session={session} state={state} />
      <LanguageSettings session={session} state={state} />
      <QuizSettings session={session} state={state} />
      <CertificateSettings session={session} state={state} />
    </>
  );
}

/** Whom a form that takes money pays. */
function Account({ session, state }: Props) {
  const costs = questionsOf(state.content).some(({ type }) => questionType(type).takesPayment === true);
  return costs && <PaymentAccount flowId={session.flowId} />;
}

function Closed({ session, state: { settings }, takes }: Worded) {
  const { busy, error, set } = useSetting(session);
  return (
    <SettingRow title={takes.title} hint={takes.hint}>
      <Switch
        label={takes.label}
        className="min-h-8"
        loading={busy}
        checked={!settings.disabledForm}
        onChange={(on) => void set({ disabledForm: !on })}
      />
      <Refused error={error} />
    </SettingRow>
  );
}

/** What a form says once it takes no answers. */
function ClosedMessage({ session, state: { settings }, takes }: Worded) {
  const { busy, error, set } = useSetting(session);
  const [text, setText] = useState(settings.closedMessage);
  return (
    <SettingRow title={takes.closedTitle} hint="Left empty: why it is closed, in a sentence.">
      <FormField label="Message" error={error}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {text !== settings.closedMessage && (
        <SaveOrDiscard
          busy={busy}
          onSave={() => void set({ closedMessage: text })}
          onDiscard={() => setText(settings.closedMessage)}
        />
      )}
    </SettingRow>
  );
}

function Times({ session, state: { settings } }: Props) {
  const { busy, error, set } = useSetting(session);
  const [open, setOpen] = useState(localText(settings.openDate));
  const [close, setClose] = useState(localText(settings.expirationDate));
  const isChanged = open !== localText(settings.openDate) || close !== localText(settings.expirationDate);
  return (
    <SettingRow title="Open and close by time" hint="On your clock. Left empty: no limit.">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label="Opens">
          {(control) => (
            <TextInput
              {...control}
              type="datetime-local"
              value={open}
              onChange={(event) => setOpen(event.target.value)}
            />
          )}
        </FormField>
        <FormField label="Closes">
          {(control) => (
            <TextInput
              {...control}
              type="datetime-local"
              value={close}
              onChange={(event) => setClose(event.target.value)}
            />
          )}
        </FormField>
      </div>
      <Refused error={error} />
      {isChanged && (
        <SaveOrDiscard
          busy={busy}
          onSave={() => void set({ openDate: momentOf(open), expirationDate: momentOf(close) })}
          onDiscard={() => {
            setOpen(localText(settings.openDate));
            setClose(localText(settings.expirationDate));
          }}
        />
      )}
    </SettingRow>
  );
}

function Limit({ session, state: { settings, submissions } }: Props) {
  const { busy, error, set } = useSetting(session);
  const stored = settings.maxSubmissions === null ? '' : String(settings.maxSubmissions);
  const [text, setText] = useState(stored);
  const isNumber = text === '' || /^[1-9]\d{0,8}$/.test(text);
  const taken = `${submissions} ${submissions === 1 ? 'answer was' : 'answers were'} taken so far.`;
  return (
    <SettingRow
      title="Number of answers"
      hint={`Then the form closes, unless it keeps a waiting list. Left empty: no limit. ${taken}`}
    >
      <FormField label="At most" error={isNumber ? error : 'Write a whole number of 1 or more'}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            className="max-w-40"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value.trim())}
          />
        )}
      </FormField>
      {text !== stored && (
        <SaveOrDiscard
          busy={busy}
          disabled={!isNumber}
          onSave={() => void set({ maxSubmissions: text === '' ? null : Number(text) })}
          onDiscard={() => setText(stored)}
        />
      )}
      <Switch
        label="Keep a waiting list when the form, or a choice, is full"
        className="mt-3 min-h-8"
        loading={busy}
        checked={settings.waitingList}
        onChange={(waitingList) => void set({ waitingList })}
      />
    </SettingRow>
  );
}

function Notifications({ session, state: { settings, content } }: Props) {
  const { busy, error, set } = useSetting(session);
  return (
    <SettingRow
      title="Notifications"
      hint="The mail names the form and links to the answers; it holds them where you say so."
    >
      <Switch
        label="Mail the owner of the form for each answer"
        className="min-h-8"
        loading={busy}
        checked={settings.notifyOwner}
        onChange={(on) => void set({ notifyOwner: on })}
      />
      {settings.notifyOwner && (
        <MailCondition
          label="Mail when"
          filter={settings.notifyWhen}
          content={content}
          onChange={(notifyWhen) => void set({ notifyWhen })}
        />
      )}
      {settings.notifyOwner && (
        <Checkbox
          label="Write the answers into the mail"
          checked={settings.notifyAnswers}
          onChange={(notifyAnswers) => void set({ notifyAnswers })}
        />
      )}
      {settings.notifyOwner && (
        <MailFiles
          files={settings.notifyFiles}
          content={content}
          onChange={(notifyFiles) => void set({ notifyFiles })}
        />
      )}
      <Refused error={error} />
    </SettingRow>
  );
}
