import {
  currencyOf,
  everyOf,
  isOn,
  mostOfProduct,
  paymentInput,
  priceOf,
  ratesOf,
  takesCoupon,
  textOf,
  withoutCoupons,
} from '@weft/forms';
import { moneyText } from '@weft/payments';
import { type Html, html } from '../../html.ts';
import { type Asked, attributes, type Control, textIn } from './control.ts';

/** A labelled line of a payment, with what stands beside its label. */
function line(asked: Asked, id: string, label: string, more: Html, beside: string | false = false): Html {
  return html`<div class="part"><label for="${id}">${label}${beside !== false && html` <span class="price">${beside}</span>`}</label><input class="control" ${more} ${attributes(
    asked,
    id,
    { required: false },
  )} value="${textIn(asked, id)}"></div>`;
}

/** What the script needs to say what it comes to: as anybody may see it. */
const shownQuestion = ({ question }: Asked) => ({
  ...{ id: question.id, type: question.type, label: question.label, parts: [], required: false },
  settings: withoutCoupons(question).settings,
  choices: question.choices.map(({ id, label, price, taxRate, isFull }) => ({
    ...{ id, label, price, taxRate, isFull },
  })),
});

const money = html`type="text" inputmode="decimal" autocomplete="off"`;

/** What is paid for: products and how many of each, an amount, a tip, a coupon. */
export const payment: Control = {
  label: 'group',
  show: (asked) => {
    const { question } = asked;
    const currency = currencyOf(question);
    const fixed = priceOf(question, textOf(question, 'price'));
    const products = question.choices.filter(({ isHidden }) => isHidden !== true);
    const { say } = asked.words;
    const every = everyOf(question);
    const tax = textOf(question, 'taxName').trim() || say('tax');
    const rates = ratesOf(question);
    return html`<div class="payment parts" id="${question.id}" tabindex="-1" data-question="${JSON.stringify(shownQuestion(asked))}">${
      fixed !== null && html`<p class="price">${moneyText(currency, fixed)}</p>`
    }${products.map((product) =>
      product.isFull === true
        ? html`<p class="part sold">${product.label} <span class="price">${say('soldOut')}</span></p>`
        : line(
            asked,
            paymentInput.quantity(question, product),
            product.label,
            html`type="number" inputmode="numeric" min="0" max="${mostOfProduct}" step="1" placeholder="0"`,
            moneyText(currency, priceOf(question, product.price) ?? 0),
          ),
    )}${isOn(question, 'open') && line(asked, paymentInput.amount(question), say('amount'), money, currency)}${
      isOn(question, 'tip') && line(asked, paymentInput.tip(question), say('tip'), money, currency)
    }${
      takesCoupon(question) &&
      line(
        asked,
        paymentInput.coupon(question),
        say('coupon'),
        html`type="text" autocomplete="off" maxlength="40"`,
      )
    }${every !== null && html`<p class="help">${say('repeats', say(every))}</p>`}${
      rates.length > 0 &&
      html`<p class="help">${say(isOn(question, 'taxIncluded') ? 'withTax' : 'plusTax', rates.join(' / '), tax)}</p>`
    }<p class="total"><output></output></p><p class="help">${say('beforePaying')}</p></div>`;
  },
};
