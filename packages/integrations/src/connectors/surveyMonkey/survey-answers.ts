import type { ForeignAnswer, ForeignValue } from '@weft/forms';
import { z } from 'zod';
import type { ForeignAnswers, Target } from '../connector.ts';
import { plainText } from '../plain-text.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { instant } from '../shapes.ts';
import {
  choiceLabel,
  headingOf,
  isOneRow,
  isPromoterScore,
  rowsAsked,
  type SurveyQuestion,
  surveyDetails,
} from './survey-questions.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const answer = z.object({
  ...{ choice_id: id.nullish(), row_id: id.nullish(), col_id: id.nullish(), other_id: id.nullish() },
  ...{
    text: z.union([z.string(), z.number()]).transform(String).nullish(),
    download_url: z.string().nullish(),
  },
});
type Answer = z.infer<typeof answer>;
const bulk = z.object({
  total: z.number(),
  data: z.array(
    z.object({
      ...{ id, date_created: instant, date_modified: instant },
      pages: z.array(
        z.object({ questions: z.array(z.object({ id, answers: z.array(answer).nullish() })).nullish() }),
      ),
    }),
  ),
});

const pageSize = 100;
/** Before the last moment of a page, from which the next begins: others may be of the same second. */
const overlap = 1_000;

const labelIn = (
  list:
    | readonly { readonly id?: string | null | undefined; readonly text?: string | null | undefined }[]
    | null
    | undefined,
  wanted: string | null | undefined,
) => {
  const found = (list ?? []).find((one) => one.id === wanted);
  return found === undefined ? null : plainText(found.text ?? '');
};

/** A date as SurveyMonkey tells it: with the month first, unless the question asks for the day first. */
function dayOf(text: string, dayFirst: boolean): string {
  const [, first = '', second = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(text.trim()) ?? [];
  const [day, month] = dayFirst ? [first, second] : [second, first];
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
/** 23:59 of '11:59 PM', wherever it stands in a text. */
function timeOf(text: string): string {
  const [, hour = '', minute = '', half = ''] = /(\d{1,2}):(\d{2})\s*([AP]M)?/i.exec(text) ?? [];
  if (hour === '') return text;
  const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** A text as our question of it takes it. */
function textFor({ family, subtype, validation }: SurveyQuestion, text: string): string {
  if (family === 'datetime') return subtype === 'time_only' ? timeOf(text) : dayOf(text, false);
  if (validation?.type === 'date_us' || validation?.type === 'date_intl')
    return dayOf(text, validation.type === 'date_intl');
  return text;
}

/** What was answered to one question, in our words. */
function valuesOf(asked: SurveyQuestion, given: readonly Answer[]): readonly ForeignValue[] {
  const { family, subtype, answers } = asked;
  const of = { about: asked.id, label: headingOf(asked) };
  const placeOf = ({ choice_id }: Answer) =>
    (answers?.choices ?? []).findIndex(({ id: known }) => known === choice_id);
  const choiceOf = (one: Answer) => choiceLabel(asked, placeOf(one));
  const others = given
    .filter((one) => Boolean(one.other_id) && Boolean(one.text))
    .map((one) => one.text ?? '');
  const other = others.length === 0 ? {} : { other: others.join(', ') };
  if (family === 'matrix' && subtype === 'ranking') {
    const ranked = given
      .filter((one) => one.row_id && placeOf(one) >= 0)
      .toSorted((a, b) => placeOf(a) - placeOf(b));
    return [{ ...of, texts: ranked.map((one) => labelIn(answers?.rows, one.row_id) ?? '') }];
  }
  if (family === 'matrix' && asked.display_options?.display_type === 'emoji')
    return given.flatMap((one) => {
      const at = placeOf(one);
      return at < 0 ? [] : [{ ...of, texts: [String(at + 1)] }];
    });
  if (family === 'matrix') {
    const isTold = subtype === 'single' || subtype === 'rating';
    const isScore = isTold && isPromoterScore(asked);
    const hasRows = isTold && !isOneRow(asked);
    const ofRows = given.flatMap((one) =>
      one.choice_id
        ? [
            {
              ...of,
              texts: [isScore && placeOf(one) >= 0 ? String(placeOf(one)) : choiceOf(one) || '…'],
              ...(hasRows && { part: labelIn(answers?.rows, one.row_id) ?? '' }),
            },
          ]
        : [],
    );
    const told = others.length === 0 ? {} : { lost: 'a remark beside it was left out' };
    return others.length === 0 ? ofRows : [...ofRows, { ...of, texts: [], ...told }];
  }
  if (family.endsWith('_choice'))
    return [{ ...of, texts: given.filter((one) => one.choice_id).map(choiceOf), ...other }];
  const rows = rowsAsked(asked);
  if (family === 'demographic' || family === 'datetime' || subtype === 'multi' || subtype === 'numerical')
    return given.flatMap((one) => {
      const at = rows.findIndex(({ id: known }) => known === one.row_id);
      const text = one.text ?? '';
      const about = `${asked.id}/${at}`;
      const hasTime = family === 'datetime' && subtype === 'both' && /\d:\d/.test(text);
      return text === ''
        ? []
        : [
            {
              ...of,
              about,
              texts: [textFor(asked, text)],
              ...(hasTime && { lost: 'its time of day was left out' }),
            },
          ];
    });
  return given.map((one) => ({ ...of, texts: [textFor(asked, one.text ?? one.download_url ?? '')] }));
}

/** Completed responses by when they were changed last, so that none is missed that is changed meanwhile. */
export async function answersOfSurvey(http: ServiceHttp, { formId = '' }: Target): Promise<ForeignAnswers> {
  const at = `/surveys/${encodeURIComponent(formId)}`;
  const { pages } = await http.get(`${at}/details`, surveyDetails);
  const questions = new Map(pages.flatMap((page) => page.questions).map((one) => [one.id, one]));
  const answerOf = (item: z.infer<typeof bulk>['data'][number]): ForeignAnswer => ({
    id: item.id,
    startedAt: item.date_created,
    submittedAt: item.date_modified,
    values: item.pages
      .flatMap((page) => page.questions ?? [])
      .flatMap(({ id: about, answers }) => {
        const asked = questions.get(about);
        return asked === undefined
          ? [{ about, label: 'A question that was deleted', texts: ['…'] }]
          : valuesOf(asked, answers ?? []);
      }),
  });
  return {
    page: async (from) => {
      const [since = '', page = '1'] = from?.split(' ') ?? [];
      const query = {
        ...{ status: 'completed', sort_by: 'date_modified', sort_order: 'ASC', per_page: pageSize, page },
        ...(since !== '' && { start_modified_at: since }),
      };
      const { data, total } = await http
        .get(`${at}/responses/bulk`, bulk, { query })
        .catch((error: unknown) => {
          if (!(error instanceof ServiceFault) || error.status !== 403) throw error;
          throw new ServiceFault(
            'permanent',
            'Missing "View Response Details" scope, which reading answers needs.',
            { cause: error, status: 403 },
          );
        });
      const last = data.at(-1);
      const moment =
        last === undefined
          ? ''
          : new Date(Date.parse(last.date_modified) - overlap).toISOString().slice(0, 19);
      const next = moment === since ? `${since} ${Number(page) + 1}` : `${moment} 1`;
      return {
        answers: data.map(answerOf),
        next: data.length < pageSize ? null : next,
        total: from === null ? total : null,
      };
    },
  };
}
