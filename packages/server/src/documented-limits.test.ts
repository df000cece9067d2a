import { readFileSync } from 'node:fs';
import {
  appCodeMinutes,
  appCodesPerHour,
  daysUnfinished,
  mailCodeMinutes,
  mailCodeTries,
  maxLargeUnfinishedBytes,
  maxSpam,
  maxUnfinished,
  maxWaiting,
  signInDelays,
} from '@weft/db';
import { maxArchiveMb } from '@weft/protocol';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { deviceKnownDays } from './features/accounts/known-devices.ts';
import { maxPictureBytes } from './features/accounts/picture-routes.ts';
import { codeMails } from './features/app-pages/people/sign-in-routes.ts';
import {
  appSent,
  codesPerMinute,
  formLooks,
  liveOfNetwork,
  wrongCodesPerMinute,
} from './features/app-pages/routes/app-rates.ts';
import { mailsPerAddress, mailsPerPerson } from './features/app-pages/routes/send-app-mail.ts';
import { maxAppFileBytes } from './features/apps/app-file-format.ts';
import { largeFlow, mostFlowJobs } from './features/archives/flow-jobs.ts';
import { maxEntries, maxUnpacked } from './features/archives/read-zip.ts';
import { maxAttachmentBytes } from './features/bases/attachments/upload-route.ts';
import { usualScanLimits } from './features/bases/reads/scan-slots.ts';
import { maxAnswerFileBytes } from './features/forms/answer-files.ts';
import {
  answerFilesPerMinute,
  autosaveRate,
  largeAutosavesPerMinute,
  mailCodesPerMinute,
  recordSearchRate,
} from './features/forms/rate-limits.ts';
import { recordsShown } from './features/forms/records/find-records.ts';
import { usualLimits } from './features/imports/workbook/workbook-file.ts';
import { unclaimedOfForm } from './files/file-quota.ts';
import { maxPageImageBytes } from './files/page-image.ts';
import { maxPixels } from './files/thumbnails.ts';
import { maxAnonymousBody } from './http/admission.ts';
import { requestsPerMinute } from './http/app.ts';
import { concurrencyLimits } from './http/concurrency-limit.ts';
import { maxInFlight } from './http/in-flight.ts';
import { maxUnknownPerMinute } from './http/lookup-limit.ts';
import { maxStreams } from './http/open-streams.ts';
import { deepestJson } from './http/safe-json.ts';
import { addressLimit } from './mail/mailer.ts';
import { maxPdfFormBytes } from './pdf/form/fill-pdf.ts';
import { mostFields } from './pdf/form/pdf-form.ts';
import { mostPages } from './pdf/write-pdf.ts';
import { maxRpcBody } from './rpc/mount.ts';
import { readSettings } from './settings.ts';

const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const section = operations.split('\n## ').find((part) => part.startsWith('Limits\n')) ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

/** The numbers of a text with their units, and numbers in words. */
const numbersIn = (text: string): readonly string[] =>
  text.match(/\bfive\b|\d[\d,]*(?: (?:kB|MiB|MB|GB|s|minutes|days|million|requests|files)\b)?/g) ?? [];

const count = (number: number): string => number.toLocaleString('en-US');
const inMiB = (bytes: number): string => `${bytes / 1024 ** 2} MiB`;
const inMB = (bytes: number): string => `${bytes / 1024 ** 2} MB`;
const inGB = (bytes: number): string => `${bytes / 1024 ** 3} GB`;
const both = ({ person, organization }: { readonly person: number; readonly organization: number }) => [
  count(person),
  count(organization),
];

function settingsOf() {
  const settings = readSettings({});
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}
const { csvMaxBytes, fileQuota, scanMaxSeconds } = settingsOf();

/** By the beginning of the table's row. */
const limits: { readonly [what: string]: readonly string[] } = {
  'calls a minute of a session or token': [
    count(requestsPerMinute.signedIn),
    count(requestsPerMinute.stranger),
  ],
  'body of a stranger': [`${maxAnonymousBody / 1024} kB`],
  'body of a call under': [
    inMiB(maxRpcBody),
    inMiB(fastify().initialConfig.bodyLimit ?? 0),
    inMB(csvMaxBytes),
  ],
  'lists and objects in each other': [count(deepestJson)],
  'under way at once of one person': [
    `${count(maxInFlight.person.requests)} requests`,
    inMiB(maxInFlight.person.bytes),
  ],
  'under way at once from one address': [
    `${count(maxInFlight.network.requests)} requests`,
    inMiB(maxInFlight.network.bytes),
    count(maxInFlight.strangers.requests),
    inMiB(maxInFlight.strangers.bytes),
  ],
  'unknown tokens looked up': [count(maxUnknownPerMinute)],
  'streams (': [count(maxStreams)],
  'reads that look through a table': [
    count(usualScanLimits.perPerson),
    count(usualScanLimits.perOrganization),
    count(usualScanLimits.inAll),
  ],
  'such reads waiting': [
    count(usualScanLimits.waitingPerPerson),
    count(usualScanLimits.waitingPerOrganization),
    `${usualScanLimits.longestWait / 1_000} s`,
  ],
  'how long one such read': [`${scanMaxSeconds} s`],
  'databases being made': both(concurrencyLimits.base),
  'services being asked': both(concurrencyLimits.ask),
  'domains of forms and apps being checked': both(concurrencyLimits.check),
  'downloads of tables': both(concurrencyLimits.export),
  'items that are duplicated': [inMB(largeFlow), count(mostFlowJobs)],
  'imports running': both(concurrencyLimits.import),
  'bodies under way on a server': [inMiB(maxInFlight.server.bytes), '503'],
  'wrong passwords': [
    signInDelays.freeAttempts === 5 ? 'five' : count(signInDelays.freeAttempts),
    `${signInDelays.shortest} s`,
    `${signInDelays.longest.account / 60} minutes`,
    `${deviceKnownDays} days`,
  ],
  'wrong current passwords': [],
  'an exported database or form': [inGB(maxArchiveMb * 1024 ** 2), count(maxEntries), inGB(maxUnpacked)],
  'uploads, reports of imports and files of cells of one person': [
    inGB(fileQuota.person.bytes),
    `${count(fileQuota.person.files)} files`,
  ],
  'uploads, reports of imports and files of cells of an organization': [
    inGB(fileQuota.organization.bytes),
    `${count(fileQuota.organization.files)} files`,
  ],
  'a picture of a person': [inMB(maxPictureBytes)],
  'a file of a cell': [inMB(maxAttachmentBytes), ...both(concurrencyLimits.fetch)],
  'an image of a form': [inMB(maxPageImageBytes)],
  'an app that is imported': [inMB(maxAppFileBytes)],
  'forms and buttons of apps': [count(appSent), count(formLooks), count(liveOfNetwork)],
  'a code that an app': [
    ...[`${appCodeMinutes} minutes`, count(codesPerMinute), count(wrongCodesPerMinute)],
    ...[appCodesPerHour === 5 ? 'five' : count(appCodesPerHour), count(codeMails.most)],
  ],
  'mails that one person has an app send': [
    count(mailsPerPerson.most),
    mailsPerAddress.most === 5 ? 'five' : count(mailsPerAddress.most),
  ],
  'a file of an answer': [
    inMB(maxAnswerFileBytes),
    count(answerFilesPerMinute),
    inGB(unclaimedOfForm.bytes),
    `${count(unclaimedOfForm.files)} files`,
  ],
  'a code that a form': [
    ...[`${mailCodeMinutes} minutes`, mailCodeTries === 5 ? 'five' : count(mailCodeTries)],
    ...[count(mailCodesPerMinute), addressLimit.most === 5 ? 'five' : count(addressLimit.most)],
  ],
  'answers of one form': [
    ...[count(maxUnfinished), inMB(maxLargeUnfinishedBytes), count(largeAutosavesPerMinute)],
    `${daysUnfinished} days`,
  ],
  'pages of a PDF': [count(mostPages)],
  'a PDF whose fields': [inMB(maxPdfFormBytes), count(mostFields)],
  'answers that wait for a place': [count(maxWaiting)],
  'searches of records that a form offers': [count(recordSearchRate.max), count(recordsShown)],
  'spam of one form': [count(maxSpam), count(autosaveRate.max)],
  'an XLSX workbook that is imported': [
    inGB(usualLimits.maxPart),
    inGB(usualLimits.maxTotal),
    `${usualLimits.maxTime / 60_000} minutes`,
  ],
  'pixels of an image': [`${maxPixels / 1_000_000} million`],
  'free on the disk': [inGB(fileQuota.leastFree)],
};

describe('the limits in docs/operations.md', () => {
  it.each(rows)('are those of the code: %s', (what = '', limit = '') => {
    const [named, ...others] = Object.entries(limits).filter(([beginning]) => what.startsWith(beginning));
    expect([others, numbersIn(limit)]).toEqual([[], named?.[1]]);
  });

  it('name each limit that is held here', () => {
    const missing = Object.keys(limits).filter(
      (beginning) => !rows.some(([what]) => what?.startsWith(beginning)),
    );
    expect([missing, rows.length]).toEqual([[], Object.keys(limits).length]);
  });
});
