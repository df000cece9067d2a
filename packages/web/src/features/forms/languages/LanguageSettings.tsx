import { languagesOf, missingTexts, mostLanguages, saidTexts, wordedLanguages } from '@weft/forms';
import { Button, FormField, IconButton, Select } from '@weft/ui';
import { Languages, X } from 'lucide-react';
import { useState } from 'react';
import { setProp } from '../../../editor/set-prop.ts';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import type { FormSession, FormState } from '../form-session.ts';
import { knownLanguages, languageLabel } from './known-languages.ts';
import { addLanguage, removeLanguage } from './language-edits.ts';
import { TranslationDialog } from './TranslationDialog.tsx';

const isWorded = (language: string): boolean =>
  wordedLanguages.some((each) => each === language.split('-')[0]);

/** The language of a page that is booked: it has one alone. */
export function PageLanguage({
  session,
  state: { content },
}: {
  readonly session: FormSession;
  readonly state: FormState;
}) {
  const { main } = languagesOf(content);
  return (
    <SettingRow
      title="Language"
      hint="Seen once you publish. What the page and its mails say by themselves is in it, with dates and times."
    >
      <div className="max-w-80">
        <FormField label="Written in">
          {(control) => (
            <Select
              id={control.id}
              label="Written in"
              value={main}
              placeholder={languageLabel(main)}
              options={knownLanguages}
              onChange={(language) => session.edit(setProp(content, null, 'language', language))}
            />
          )}
        </FormField>
      </div>
    </SettingRow>
  );
}

/** The languages of a form. They are part of the draft: the world sees them once it is published. */
export function LanguageSettings({
  session,
  state: { content },
}: {
  readonly session: FormSession;
  readonly state: FormState;
}) {
  const [translating, setTranslating] = useState<string | null>(null);
  const { main, others } = languagesOf(content);
  const count = saidTexts(content).length;
  const offered = knownLanguages.filter(({ value }) => value !== main && !others.includes(value));
  const mains = knownLanguages.filter(({ value }) => !others.includes(value));
  const unworded = [main, ...others].filter((language) => !isWorded(language));
  return (
    <SettingRow
      title="Languages"
      hint="Seen once you publish. The page opens in the language of the browser, and offers the others. What is not translated is shown as it is written; answers are the same in every language."
    >
      <div className="flex flex-col gap-4">
        <div className="max-w-80">
          <FormField label="Written in">
            {(control) => (
              <Select
                id={control.id}
                label="Written in"
                value={main}
                placeholder={languageLabel(main)}
                options={mains}
                onChange={(language) => session.edit(setProp(content, null, 'language', language))}
              />
            )}
          </FormField>
        </div>
        {others.length > 0 && (
          <ul aria-label="Translated into" className="flex flex-col">
            {others.map((language) => {
              const missing = missingTexts(content, language).length;
              const name = languageLabel(language);
              return (
                <li
                  key={language}
                  className="flex flex-wrap items-center gap-2 border-line-subtle border-t py-2 first:border-t-0"
                >
                  <span className="min-w-32 flex-1">
                    <span className="block font-medium text-base">{name}</span>
                    <span className="block text-small text-text-muted">
                      {missing === 0 ? 'Translated' : `${missing} of ${count} texts are missing`}
                    </span>
                  </span>
                  <Button
                    size="sm"
                    icon={Languages}
                    aria-label={`Translate into ${name}`}
                    onClick={() => setTranslating(language)}
                  >
                    Translate
                  </Button>
                  <IconButton
                    plain
                    size="sm"
                    icon={X}
                    label={`Remove ${name}`}
                    onClick={() => session.edit(removeLanguage(content, language))}
                  />
                </li>
              );
            })}
          </ul>
        )}
        {others.length < mostLanguages && (
          <div className="max-w-80">
            <Select
              // Chosen once, it stands in the list above.
              key={others.length}
              label="Add a language"
              value=""
              placeholder="Add a language"
              options={offered}
              onChange={(language) => session.edit(addLanguage(content, language))}
            />
          </div>
        )}
        {unworded.length > 0 && (
          <p className="text-small text-text-muted">
            {`Buttons and messages of the page itself stay in English in ${unworded.map(languageLabel).join(', ')}.`}
          </p>
        )}
      </div>
      {translating !== null && others.includes(translating) && (
        <TranslationDialog
          session={session}
          content={content}
          language={translating}
          onClose={() => setTranslating(null)}
        />
      )}
    </SettingRow>
  );
}
