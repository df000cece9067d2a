import type { Answers, FormQuestion } from '@weft/forms';
import { newForm, pagesOf } from '@weft/forms';
import { must } from '@weft/std';
import { expect, it } from 'vitest';
import type { NewMail } from '../../mail/smtp.ts';
import { readerOf } from './page-language.ts';
import { replyMail } from './reply-mail.ts';
import { asked } from './testing.ts';

const email = asked('email', 'Email', true);

/** The mail about answers to questions, each after its own name. */
async function mailOf(
  settings: { readonly replySubject: string; readonly replyText: string },
  answered: readonly (readonly [FormQuestion, Answers extends ReadonlyMap<string, infer V> ? V : never])[],
): Promise<NewMail> {
  const form = newForm('Guests');
  const questions = [...answered.map(([question]) => question), email];
  const answers = new Map([
    ...answered.map(([{ id }, value]) => [id, value] as const),
    [email.id, 'ada@example.org'] as const,
  ]);
  const made: NewMail[] = [];
  const mailer = {
    prepare: (mail: NewMail) => {
      made.push(mail);
      return Promise.resolve({
        write: () => {},
        committed: () => {},
        tryToWrite: () => Promise.resolve(true),
        isWritten: () => true,
      });
    },
  };
  const pages = [{ ...must(pagesOf(form)[0]), questions }];
  const about = { key: 'key', recordId: 'rec1', verified: null, reader: readerOf(form, null) };
  await replyMail(mailer, { flowId: 'bas1', settings }, about, pages, questions, answers);
  return must(made[0]);
}

const choices = ['C" third', 'B; second', 'Doctor (JD, MD, etc.)'].map((label, at) => ({
  id: `opt${at}`,
  label,
}));

it('a mail to whoever answered shows what was answered as it is, also in its subject', async () => {
  const name = asked('short_text', 'Name');
  const { subject, text } = await mailOf(
    {
      replySubject: 'Got: {{Name}}, {{Cost}}',
      replyText: '{{Cost}} {{Share}} {{Born}}\n{{Picked}}\n{{Where}}',
    },
    [
      [name, 'Ada\nLovelace'],
      [asked('currency', 'Cost'), 10.03],
      [asked('percent', 'Share'), 0.99999],
      [asked('date', 'Born'), '1993-04-12T00:00:00.000Z'],
      [{ ...asked('multiple_choice', 'Picked'), choices }, ['opt0', 'opt1', 'opt2']],
      [asked('long_text', 'Where'), '79 St. 3.5\n\nCairo,  Egypt'],
    ],
  );
  expect(subject).toBe('Got: Ada Lovelace, $10.03');
  expect(text).toBe(
    '$10.03 99.999% April 12, 1993\nC" third; B; second; Doctor (JD, MD, etc.)\n79 St. 3.5\nCairo, Egypt\n',
  );
});

it('and links nowhere that a stranger wrote', async () => {
  const { subject, text } = await mailOf({ replySubject: '{{Note}}', replyText: '{{Note}}' }, [
    [
      asked('long_text', 'Note'),
      `https://evil.example/x www.evil.example eve@evil。example ${'x'.repeat(300)}`,
    ],
  ]);
  for (const said of [subject, text]) {
    expect(said).toContain('evil.\u200bexample/x evil.\u200bexample eve@evil。\u200bexample x');
    expect(said.trim()).toHaveLength(200);
  }
});

it('and says which form it is about where nothing was answered to what its subject names', async () => {
  const { subject } = await mailOf({ replySubject: '{{Nobody}}', replyText: 'Thanks' }, []);
  expect(subject).toBe('Guests');
});
