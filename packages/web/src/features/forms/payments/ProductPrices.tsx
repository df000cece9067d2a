import type { Content } from '@weft/documents';
import { currencyOf, type FormQuestion, numberOf, readTaxes, taxFault } from '@weft/forms';
import { plainText, readPrice } from '@weft/payments';
import { TextInput } from '@weft/ui';
import { setProp } from '../../../editor/set-prop.ts';
import type { FormSession } from '../form-session.ts';

interface Props {
  readonly session: FormSession;
  readonly content: Content;
  readonly question: FormQuestion;
}

/** What each product of a payment costs. */
export function ProductPrices({ session, content, question }: Props) {
  const currency = currencyOf(question);
  return (
    <section aria-label="Prices" className="flex flex-col gap-2">
      <h3 className="font-semibold text-base">
        Prices <span className="ms-1 font-normal text-text-subtle">{currency}, and tax in per cent</span>
      </h3>
      <ul className="flex flex-col gap-1">
        {question.choices.map(({ id, label, price, taxRate }) => {
          const read = price === undefined ? null : readPrice(currency, price);
          const priceFault = read === null || read.ok ? null : read.error;
          const isTaxed = taxRate === undefined || readTaxes(taxRate) !== null;
          const why = priceFault ?? (isTaxed ? null : taxFault);
          return (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 truncate text-base">{label}</span>
              <div className="w-24 shrink-0">
                <TextInput
                  size="sm"
                  aria-label={`Price of ‘${label}’`}
                  aria-invalid={priceFault !== null}
                  aria-describedby={why === null ? undefined : `${id}-price`}
                  inputMode="decimal"
                  autoComplete="off"
                  maxLength={20}
                  placeholder={plainText(currency, 0)}
                  value={price ?? ''}
                  onChange={({ target }) =>
                    session.edit(setProp(content, id, 'price', target.value || null), { typed: true })
                  }
                />
              </div>
              <div className="w-16 shrink-0">
                <TextInput
                  size="sm"
                  aria-label={`Tax of ‘${label}’ in per cent`}
                  aria-invalid={!isTaxed}
                  aria-describedby={why === null ? undefined : `${id}-price`}
                  autoComplete="off"
                  maxLength={40}
                  placeholder={`${numberOf(question, 'taxRate') ?? 0} %`}
                  value={taxRate ?? ''}
                  onChange={({ target }) =>
                    session.edit(setProp(content, id, 'taxRate', target.value || null), { typed: true })
                  }
                />
              </div>
              {why !== null && (
                <p id={`${id}-price`} className="w-full text-danger-text text-small">
                  {why}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
