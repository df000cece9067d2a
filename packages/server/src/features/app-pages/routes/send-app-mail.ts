import { type Binding, boundValue, namesInMail, personEmail, personName } from '@weft/apps';
import { isEmail, isLinkField, type Table } from '@weft/core';
import { countDeliveries, type Sql } from '@weft/db';
import type { Json } from '@weft/documents';
import { AppError } from '@weft/std';
import { derivedId } from '../../../derived-id.ts';
import { mailKind } from '../../../mail/mailer.ts';
import type { AppPagesDeps } from '../deps.ts';
import { bindingContext, type PageContext, readsAddress } from '../pages/page-context.ts';
import { cellText } from '../records/cell-text.ts';
import { readOne } from '../records/read-rows.ts';
import type { ShownCell } from '../records/shown-rows.ts';
import { type NewValues, readableFields } from '../records/sight.ts';

/** Mails of one app to one address within an hour. */
export const mailsPerAddress = { most: 5, seconds: 3_600 };
/** Mails that one person has an app send within an hour; those who are not signed in are told by their networks. */
export const mailsPerPerson = { most: 20, seconds: 3_600 };

/** The record that a form has written, with what its sender filled in. */
export interface WrittenRow {
  readonly table: Table;
  readonly recordId: string;
  readonly own: NewValues;
}

/** What whoever sent a form knows of its record: what they may read of it, and what they filled in. */
async function writtenCells({ sight }: PageContext, { table, recordId, own }: WrittenRow) {
  const fieldIds = readableFields(sight, table).map(({ id }) => id);
  const row = await readOne(sight, { tableId: table.id, filter: undefined, fieldIds, sort: [] }, recordId);
  const read = new Set(row?.cells.map(({ field }) => field.id));
  const filledIn = table.fields.flatMap((field): ShownCell[] => {
    const value = own.get(field.id) ?? null;
    return read.has(field.id) || isLinkField(field) || value === null
      ? []
      : [{ field, value, links: [], raw: null }];
  });
  return [...(row?.cells ?? []), ...filledIn];
}

/** A text with who sends it, and with what these cells hold, as they may read them. */
function filled({ sight }: PageContext, cells: readonly ShownCell[], text: string): string {
  const { user, env } = sight.visitor;
  const ofPerson = new Map([
    [personName, user?.name ?? ''],
    [personEmail, user?.email ?? ''],
  ]);
  return text.replace(namesInMail, (_, given: string) => {
    const name = given.trim();
    const cell = cells.find(({ field }) => field.name === name);
    return cell === undefined ? (ofPerson.get(name) ?? '') : cellText(cell, env);
  });
}

/** Who has a mail sent: the person, or the network of somebody who is not signed in. */
interface Sender {
  readonly flowId: string;
  readonly network: string;
  /** Tells one press from another: what is sent twice from one page is mailed once. */
  readonly sending: readonly string[];
}

/** Sends the mail of an action. Whom it goes to is the author's choice, and never what an address says. */
export async function sendAppMail(
  { mailer, signInKeys, transaction }: Pick<AppPagesDeps, 'mailer' | 'signInKeys' | 'transaction'>,
  { flowId, network, sending }: Sender,
  context: PageContext,
  settings: { readonly [name: string]: Json },
  written?: WrittenRow,
): Promise<void> {
  const ofPage = context.record?.cells ?? [];
  const cells = written === undefined ? ofPage : [...(await writtenCells(context, written)), ...ofPage];
  const to = settings.to as unknown as Binding | undefined;
  const value = to === undefined || readsAddress(to) ? null : boundValue(to, bindingContext(context));
  const address = typeof value === 'string' ? value.trim() : '';
  if (!isEmail(address)) throw new AppError('conflict', 'There is nobody whom this mail could go to');
  if (!mailer.sends) throw new AppError('conflict', 'This server sends no mail');
  const mail = {
    to: address,
    subject: filled(context, cells, String(settings.subject ?? ''))
      .replace(/\s+/g, ' ')
      .slice(0, 200),
    text: filled(context, cells, String(settings.text ?? '')).slice(0, 20_000),
  };
  const who = context.sight.visitor.user?.recordId ?? signInKeys.networkHash(flowId, network);
  const keyPrefix = `${flowId} app ${who}`;
  const once = `${keyPrefix} ${derivedId('act', ...sending)}`;
  const prepared = await mailer.prepare(mail, { key: `${once} mail`, limit: mailsPerAddress });
  const { most, seconds } = mailsPerPerson;
  const isMailed = async (tx: Pick<Sql, 'query'>) =>
    (await countDeliveries(tx, { kind: mailKind, keyPrefix: once, seconds })) > 0;
  const isAgain = await transaction(async (tx) => {
    if (await isMailed(tx)) return true;
    if ((await countDeliveries(tx, { kind: mailKind, keyPrefix, seconds })) >= most)
      throw new AppError('rate-limit', `You have sent ${most} mails here within an hour: try again later`);
    await prepared.tryToWrite(tx);
    return false;
  });
  if (isAgain) return;
  prepared.committed();
  if (!prepared.isWritten() && !(await transaction(isMailed)))
    throw new AppError('rate-limit', `Too many mails went to one address within an hour`);
}
