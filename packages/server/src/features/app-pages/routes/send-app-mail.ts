import { type Binding, boundValue } from '@weft/apps';
import { isEmail } from '@weft/core';
import type { Json } from '@weft/documents';
import { AppError } from '@weft/std';
import type { AppPagesDeps } from '../deps.ts';
import type { OpenApp } from '../open-app.ts';
import { bindingContext, type PageContext } from '../pages/page-context.ts';
import { cellText } from '../records/cell-text.ts';

/** Mails of one app to one address within an hour. */
const mailsPerAddress = { most: 5, seconds: 3_600 };

const comesFromAddress = (bound: Binding): boolean =>
  bound.from === 'url' ||
  (bound.from === 'formula' && (comesFromAddress(bound.left) || comesFromAddress(bound.right)));

/** A text with what the record of the page has, as the person who sends it may read it. */
function filled({ record, sight }: PageContext, text: string): string {
  return text.replace(/\{\{([^{}]{1,255})\}\}/g, (_, name: string) => {
    const cell = record?.cells.find(({ field }) => field.name === name.trim());
    return cell === undefined ? '' : cellText(cell, sight.visitor.env);
  });
}

/** Sends the mail of an action. Whom it goes to is the author's choice, and never what an address says. */
export async function sendAppMail(
  { mailer, transaction }: Pick<AppPagesDeps, 'mailer' | 'transaction'>,
  _open: OpenApp,
  context: PageContext,
  settings: { readonly [name: string]: Json },
): Promise<void> {
  const to = settings.to as unknown as Binding | undefined;
  const value = to === undefined || comesFromAddress(to) ? null : boundValue(to, bindingContext(context));
  const address = typeof value === 'string' ? value.trim() : '';
  if (!isEmail(address)) throw new AppError('conflict', 'There is nobody whom this mail could go to');
  if (!mailer.sends) throw new AppError('conflict', 'This server sends no mail');
  const mail = {
    to: address,
    subject: filled(context, String(settings.subject ?? ''))
      .replace(/\s+/g, ' ')
      .slice(0, 200),
    text: filled(context, String(settings.text ?? '')).slice(0, 20_000),
  };
  const prepared = await mailer.prepare(mail, { limit: mailsPerAddress });
  await transaction(async (tx) => {
    await prepared.tryToWrite(tx);
  });
  prepared.committed();
  if (!prepared.isWritten())
    throw new AppError('rate-limit', `Too many mails went to one address within an hour`);
}
