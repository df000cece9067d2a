import { type Binding, boundValue, namesInMail, personEmail, personName } from '@weft/apps';
import { isEmail } from '@weft/core';
import { countDeliveries } from '@weft/db';
import type { Json } from '@weft/documents';
import { AppError } from '@weft/std';
import { mailKind } from '../../../mail/mailer.ts';
import type { AppPagesDeps } from '../deps.ts';
import { bindingContext, type PageContext, readsAddress } from '../pages/page-context.ts';
import { cellText } from '../records/cell-text.ts';

/** Mails of one app to one address within an hour. */
export const mailsPerAddress = { most: 5, seconds: 3_600 };
/** Mails that one person has an app send within an hour; those who are not signed in are told by their networks. */
export const mailsPerPerson = { most: 20, seconds: 3_600 };

/** A text with who sends it, and with what the record of the page has, as they may read it. */
function filled({ record, sight }: PageContext, text: string): string {
  const { user, env } = sight.visitor;
  const ofPerson = new Map([
    [personName, user?.name ?? ''],
    [personEmail, user?.email ?? ''],
  ]);
  return text.replace(namesInMail, (_, given: string) => {
    const name = given.trim();
    const cell = record?.cells.find(({ field }) => field.name === name);
    return cell === undefined ? (ofPerson.get(name) ?? '') : cellText(cell, env);
  });
}

/** Who has a mail sent: the person, or the network of somebody who is not signed in. */
interface Sender {
  readonly flowId: string;
  readonly network: string;
}

/** Sends the mail of an action. Whom it goes to is the author's choice, and never what an address says. */
export async function sendAppMail(
  {
    mailer,
    newId,
    signInKeys,
    transaction,
  }: Pick<AppPagesDeps, 'mailer' | 'newId' | 'signInKeys' | 'transaction'>,
  { flowId, network }: Sender,
  context: PageContext,
  settings: { readonly [name: string]: Json },
): Promise<void> {
  const to = settings.to as unknown as Binding | undefined;
  const value = to === undefined || readsAddress(to) ? null : boundValue(to, bindingContext(context));
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
  const who = context.sight.visitor.user?.recordId ?? signInKeys.networkHash(flowId, network);
  const keyPrefix = `${flowId} app ${who}`;
  const key = `${keyPrefix} ${newId('act')}`;
  const prepared = await mailer.prepare(mail, { key, limit: mailsPerAddress });
  const { most, seconds } = mailsPerPerson;
  await transaction(async (tx) => {
    if ((await countDeliveries(tx, { kind: mailKind, keyPrefix, seconds })) >= most)
      throw new AppError('rate-limit', `You have sent ${most} mails here within an hour: try again later`);
    await prepared.tryToWrite(tx);
  });
  prepared.committed();
  if (!prepared.isWritten())
    throw new AppError('rate-limit', `Too many mails went to one address within an hour`);
}
