export { type Coupon, couponOf, readCoupons } from './coupons.ts';
export {
  amountOf,
  type CurrencyCode,
  currencyCodes,
  decimal,
  isCurrency,
  moneyText,
  plainText,
  readPrice,
  shownDecimals,
} from './money.ts';
export {
  type Facts,
  type OrderPhase,
  type OrderState,
  orderPhases,
  stateRead,
  together,
  whyNotRefunded,
} from './order-state.ts';
export { type Order, type Quote, quote, taxRows } from './quote.ts';
export {
  type Interval,
  type InvoiceState,
  intervals,
  invoiceTogether,
  type SubscriptionState,
  subscriptionPhases,
  subscriptionTogether,
} from './subscription-state.ts';
