import {
  currencyOf,
  currencySign,
  type FormQuestion,
  imageOf,
  priceOf,
  scaleOf,
  sliderRange,
  starsOf,
  takesCoupon,
  textOf,
  videoOf,
  yesNoChoices,
} from '@weft/forms';
import { moneyText } from '@weft/payments';
import { Icon, type IconType } from '@weft/ui';
import { ChevronDown, Image as ImageIcon, Star, Upload, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WriteChild } from './use-canvas-children.tsx';

/** What the sheet knows of a question beside its document. */
export interface OnSheet {
  readonly write: WriteChild;
  readonly isSelected: boolean;
}

const frame = 'rounded-lg border border-line-control bg-surface';
const line = `flex h-12 items-center gap-2 px-4 ${frame}`;

/** A field of one line. */
export const inputLine = (placeholder = '', icon?: IconType): ReactNode => (
  <div className={line}>
    <span className="min-w-0 flex-1 truncate text-text-muted">{placeholder}</span>
    {icon !== undefined && <Icon of={icon} className="text-text-subtle" />}
  </div>
);

export const tallBox = (): ReactNode => <div className={`h-36 ${frame}`} />;
export const signedLine = (question: FormQuestion): ReactNode => inputLine(currencySign(question));
const square = <div className="size-5 shrink-0 rounded-sm border border-line-control bg-surface" />;
export const box = (): ReactNode => square;

const rows = (
  choices: readonly { readonly id: string; readonly label: string }[],
  mark: ReactNode,
  write: WriteChild,
): ReactNode => (
  <div className="flex flex-col gap-2">
    {choices.map((choice) => (
      <div key={choice.id} className={`flex min-h-16 items-center gap-4 px-4 py-3 font-medium ${frame}`}>
        {mark}
        {write(choice)}
      </div>
    ))}
  </div>
);

const round = <div className="size-5 shrink-0 rounded-full border border-line-control bg-surface" />;

export const choiceRows =
  (mark: 'round' | 'square') =>
  ({ choices, parts }: FormQuestion, { write }: OnSheet): ReactNode =>
    rows([...choices, ...parts], mark === 'round' ? round : box(), write);

export const yesNoRows = (): ReactNode => rows(yesNoChoices, round, ({ label }) => label);

export const rankingRows = ({ choices }: FormQuestion, { write }: OnSheet): ReactNode =>
  rows(choices, <div className={`h-8 w-12 ${frame}`} />, write);

/** Products with what they cost, or what is paid. */
export const paymentRows = (question: FormQuestion, { write }: OnSheet): ReactNode => {
  const currency = currencyOf(question);
  const fixed = priceOf(question, textOf(question, 'price'));
  return (
    <div className="flex flex-col gap-2">
      {fixed !== null && <p className="font-semibold text-body">{moneyText(currency, fixed)}</p>}
      {question.choices.map((choice) => (
        <div key={choice.id} className={`flex min-h-16 items-center gap-4 px-4 py-3 font-medium ${frame}`}>
          <div className="h-8 w-12 shrink-0 rounded-sm border border-line-control" />
          {write(choice)}
          <span className="shrink-0 text-text-muted tabular-nums">
            {moneyText(currency, priceOf(question, choice.price) ?? 0)}
          </span>
        </div>
      ))}
      {question.settings.open === true && inputLine(`Amount in ${currency}`)}
      {question.settings.tip === true && inputLine(`Tip in ${currency}`)}
      {takesCoupon(question) && inputLine('Coupon')}
      {fixed === null && question.choices.length === 0 && question.settings.open !== true && (
        <p className="text-text-muted">Set a price, or add products.</p>
      )}
    </div>
  );
};

/** A field that opens a list, which is open while somebody writes in the question. */
export const dropdownLine =
  (placeholder: string) =>
  ({ choices }: FormQuestion, { write, isSelected }: OnSheet): ReactNode => (
    <div className="relative">
      {inputLine(placeholder, ChevronDown)}
      {isSelected && (
        <ul className="invisible absolute inset-x-0 top-full z-(--w-z-frozen) mt-1 max-h-64 overflow-y-auto rounded-md bg-raised p-2 shadow-2 group-focus-within:visible">
          {choices.map((choice) => (
            <li key={choice.id} className="px-2 py-1.5">
              {write(choice)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );

export const partLines = ({ parts }: FormQuestion, { write }: OnSheet): ReactNode => (
  <div className="grid grid-cols-2 gap-4">
    {parts.map((part) => (
      <div key={part.id} className="min-w-0">
        <div className="mb-1 text-body text-text-muted">{write(part)}</div>
        {inputLine()}
      </div>
    ))}
  </div>
);

export const groupRows = (question: FormQuestion, onSheet: OnSheet): ReactNode => (
  <>
    {partLines(question, onSheet)}
    <p className="mt-3 font-medium text-accent-text">Add a {textOf(question, 'noun').trim() || 'row'}</p>
  </>
);

export const matrixTable = ({ choices, parts }: FormQuestion, { write }: OnSheet): ReactNode => (
  <div
    className="grid items-center gap-y-3 text-body"
    style={{ gridTemplateColumns: `minmax(0, 2fr) repeat(${choices.length}, minmax(0, 1fr))` }}
  >
    <span />
    {choices.map((choice) => (
      <div key={choice.id} className="min-w-0 px-1 text-center text-text-muted *:text-center">
        {write(choice)}
      </div>
    ))}
    {parts.map((part) => (
      <div key={part.id} className="contents">
        <div className="min-w-0 font-medium">{write(part)}</div>
        {choices.map(({ id }) => (
          <span key={id} className="flex justify-center">
            {round}
          </span>
        ))}
      </div>
    ))}
  </div>
);

export const starRow = (question: FormQuestion): ReactNode => (
  <div className="flex gap-2">
    {Array.from({ length: starsOf(question) }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike
      <Star key={place} aria-hidden="true" size={32} strokeWidth={1.25} className="text-text-subtle" />
    ))}
  </div>
);

const ends = (from: string, to: string): ReactNode =>
  (from !== '' || to !== '') && (
    <div className="mt-2 flex justify-between gap-4 text-base text-text-muted">
      <span>{from}</span>
      <span>{to}</span>
    </div>
  );

export const scaleRow = (question: FormQuestion): ReactNode => {
  const [from, to] = scaleOf(question);
  const numbers = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {numbers.map((number) => (
          <span key={number} className={`flex h-12 min-w-11 flex-1 items-center justify-center ${frame}`}>
            {number}
          </span>
        ))}
      </div>
      {ends(textOf(question, 'fromLabel'), textOf(question, 'toLabel'))}
    </>
  );
};

export const sliderLine = (question: FormQuestion): ReactNode => {
  const { from, to } = sliderRange(question);
  return (
    <>
      <div className="my-3 h-1.5 rounded-full bg-line-control" />
      {ends(String(from), String(to))}
    </>
  );
};

export const contentText = (question: FormQuestion): ReactNode => (
  <p className="whitespace-pre-line break-words">
    {textOf(question, 'text') || <span className="text-text-subtle">Write the text in the settings</span>}
  </p>
);

export const fileBox = (): ReactNode => (
  <div className={line}>
    <Icon of={Upload} className="text-text-subtle" />
    <span className="text-text-muted">Choose a file</span>
  </div>
);

export const computedLine = (question: FormQuestion): ReactNode => (
  <p className="break-words text-text-muted">
    {textOf(question, 'formula') || (
      <span className="text-text-subtle">Write the formula in the settings</span>
    )}
  </p>
);

export const signatureBox = (question: FormQuestion, onSheet: OnSheet): ReactNode => (
  <>
    <div className={`mb-2 flex h-36 items-center justify-center ${frame}`}>
      <span className="text-text-muted">Draw here</span>
    </div>
    {partLines(question, onSheet)}
  </>
);

const widths: { readonly [width: string]: string } = { small: 'w-1/3', medium: 'w-2/3' };

export const imageBox = (question: FormQuestion): ReactNode => {
  const shown = imageOf(question.settings.image);
  if (shown === null)
    return (
      <div className={`flex h-36 items-center justify-center gap-2 ${frame}`}>
        <Icon of={ImageIcon} className="text-text-subtle" />
        <span className="text-text-muted">Choose an image in the settings</span>
      </div>
    );
  const { fileId, width, height } = shown;
  return (
    <img
      src={`/files/${fileId}/image`}
      alt={textOf(question, 'alt')}
      {...{ width, height }}
      className={`h-auto rounded-lg ${widths[textOf(question, 'width')] ?? 'w-full'}`}
    />
  );
};

export const pictureTiles = ({ choices, parts }: FormQuestion, { write }: OnSheet): ReactNode => (
  <div className="grid grid-cols-3 gap-3">
    {[...choices, ...parts].map((choice) => {
      const shown = 'image' in choice ? imageOf(choice.image) : null;
      return (
        <div key={choice.id} className={`overflow-hidden ${frame}`}>
          <div className="flex aspect-4/3 items-center justify-center bg-hover">
            {shown === null ? (
              <Icon of={ImageIcon} className="text-text-subtle" />
            ) : (
              <img src={`/files/${shown.fileId}/image`} alt="" className="size-full object-cover" />
            )}
          </div>
          <div className="px-3 py-2 font-medium">{write(choice)}</div>
        </div>
      );
    })}
  </div>
);

export const videoBox = (question: FormQuestion): ReactNode => (
  <div className={`flex aspect-video items-center justify-center gap-2 ${frame}`}>
    <Icon of={Video} className="text-text-subtle" />
    <span className="text-text-muted">
      {videoOf(question) === null ? 'Write its address in the settings' : 'Played when it is pressed'}
    </span>
  </div>
);

const heights: { readonly [height: string]: string } = { small: 'h-4', medium: 'h-8', large: 'h-20' };
export const spacerBox = (question: FormQuestion): ReactNode => (
  <div className={`rounded-lg border border-dashed ${heights[textOf(question, 'height')] ?? 'h-8'}`} />
);
