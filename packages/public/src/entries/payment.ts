import { everyOf, type FormQuestion, paymentInput, paymentOrder, textsBy } from '@weft/forms';
import { moneyText } from '@weft/payments';
import { say } from './say.ts';

/** Says what a payment comes to as it is filled in; the server computes it once more, by the same rules. */
export function showTotal(box: HTMLElement): void {
  const question = JSON.parse(box.dataset.question ?? '') as FormQuestion;
  const told = box.querySelector('output');
  if (told === null) return;
  const every = everyOf(question);
  const often = every === null ? '' : ` ${say(every)}`;
  const inputs = [...box.querySelectorAll('input')];
  // Where several people book a time together.
  const people = box.closest('form')?.querySelector<HTMLInputElement>('input[data-people]');
  const show = () => {
    const texts = [
      ...inputs.map(({ name, value }) => [name, value] as const),
      ...(people == null ? [] : [[paymentInput.people(question), people.value] as const]),
    ];
    const order = paymentOrder(question, textsBy(texts), new Date().toISOString());
    const quote = order.ok ? order.value?.quote : undefined;
    const hasCoupon = inputs.some(({ name, value }) => name.endsWith('_coupon') && value.trim() !== '');
    const total = quote === undefined ? '' : `${moneyText(quote.currency, quote.total)}${often}`;
    const sum = total !== '' && hasCoupon ? say('lessCoupon', total) : total;
    const text = order.ok ? sum : order.error;
    // A price that is paid as it stands is said once.
    told.textContent = text === box.querySelector('p.price')?.textContent ? '' : text;
  };
  box.addEventListener('input', show);
  people?.addEventListener('input', show);
  show();
}
