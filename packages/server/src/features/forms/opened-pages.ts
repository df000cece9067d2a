import type { Published, UnfinishedAnswer } from '@weft/db';
import {
  drawnPages,
  formSettingsOf,
  pagesOf,
  questionsOf,
  type Sent,
  unknownFields,
  walk,
  withPicked,
} from '@weft/forms';
import { closedPage, formPage, imageAddress, type PageFiles } from '@weft/public';
import { sentFiles } from './answer-files.ts';
import { shownCaptcha } from './captchas.ts';
import type { FormsDeps } from './deps.ts';
import { needOfConnection } from './form-gate.ts';
import { formView } from './form-view.ts';
import { fullPlaces } from './full-places.ts';
import { openTokenFor } from './opened-token.ts';
import { type Opened, pageLanguage, type Shown, wordingFor } from './page-language.ts';
import { canonicalOf, withLook } from './page-look.ts';
import { withTag } from './page-tag.ts';
import { takingOf } from './quiz-taking.ts';
import { pickedRecords } from './records/find-records.ts';

/** The pages of published forms as somebody opens them. */
export function openedPages(deps: FormsDeps, files: PageFiles) {
  /** With the form's own look and language; without images, where whoever asks may not see them. */
  const filesFor = (shown: Shown, addressOf: Parameters<typeof withLook>[2] = null): PageFiles => ({
    ...withLook(files, shown.content, addressOf),
    language: pageLanguage(shown),
  });

  const begun = (published: Opened, submissionId: string, token?: string) => {
    const wording = wordingFor(published);
    const { publicIdentifier, snapshotId } = published;
    const addressOf = (fileId: string) => imageAddress(`/t/${publicIdentifier}`, fileId);
    const frame = {
      files: { ...withTag(filesFor(published, addressOf), published), ...canonicalOf(deps, published) },
      title: wording.title,
      wording,
      action: `/t/${publicIdentifier}`,
      submissionId,
      snapshotId,
      offersLink: deps.mailer.sends,
      asksWork: formSettingsOf(published.settings).proofOfWork,
      connectionNeed: needOfConnection(published),
      captcha: shownCaptcha(deps, published),
      imageAddress: addressOf,
    };
    return { ...frame, token: token ?? openTokenFor(deps, published, submissionId) };
  };

  /** What stands around a page, and what it says of the quiz it is of. */
  const frameOf = async (published: Opened, id: string) => {
    const taking = await takingOf(deps, published, { id, sent: [], go: '' });
    const quiz = { timeLeft: taking?.timeLeft ?? null, isOneWay: taking?.isOneWay ?? false };
    return { ...begun(published, id), ...quiz };
  };
  const nowText = () => new Date(deps.now()).toISOString();

  const pagesFor = async (published: Published, id: string, sent: Sent) =>
    withPicked(
      drawnPages(published.content, pagesOf(published.content), id),
      await pickedRecords(deps, published, sent),
    );

  /** The first page, with what is known of the answers. */
  const firstPage = async (
    published: Opened,
    sent: Sent,
    submissionId: string,
    notice: string | null = null,
  ) => {
    const pages = await pagesFor(published, submissionId, sent);
    const fileOf = await sentFiles(deps, published, sent);
    const walked = walk(pages, sent, nowText(), fileOf);
    const [step] = walked.steps;
    if (step === undefined) return closedPage(filesFor(published));
    const frame = { ...(await frameOf(published, submissionId)), fileOf };
    const full = await fullPlaces(deps, published);
    return formPage(formView(frame, pages, walked, step, sent, { faults: new Map(), notice, full }));
  };

  /** The page that somebody was on who comes back, with what they had filled in. */
  const resumedPage = async (published: Opened, { id, pageId, sent }: UnfinishedAnswer) => {
    const unknown = new Set(unknownFields(questionsOf(published.content), sent));
    const known = sent.filter(([name]) => !unknown.has(name));
    const pages = await pagesFor(published, id, known);
    const fileOf = await sentFiles(deps, published, known);
    const walked = walk(pages, known, nowText(), fileOf);
    const step = walked.steps.find(({ page }) => page.id === pageId) ?? walked.steps.at(-1);
    if (step === undefined) return closedPage(filesFor(published));
    const said = { faults: new Map(), notice: null, full: await fullPlaces(deps, published) };
    const frame = { ...(await frameOf(published, id)), fileOf };
    return formPage({ ...formView(frame, pages, walked, step, known, said), isResumed: true });
  };

  return { filesFor, begun, firstPage, resumedPage };
}
