/** The symbols and codes read as money; one column uses one of them. */
const symbols: readonly string[] = [
  '$',
  '€',
  '£',
  '¥',
  '₹',
  '₩',
  '₽',
  '₺',
  '₫',
  '₴',
  '₦',
  '₪',
  '₱',
  '₡',
  '₲',
  '₵',
  '₸',
  '₼',
  '₾',
  '฿',
  '￥',
  '￡',
  '₿',
  'R$',
  'US$',
  'A$',
  'C$',
  'CA$',
  'AU$',
  'NZ$',
  'HK$',
  'S$',
  'NT$',
  'MX$',
  'kr',
  'kr.',
  'zł',
  'Kč',
  'Ft',
  'lei',
  'лв',
  'лв.',
  'руб.',
  'Rs',
  'Rs.',
  'Rp',
  'RM',
  'S/',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CNY',
  'INR',
  'AUD',
  'CAD',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'HUF',
  'RON',
  'BGN',
  'TRY',
  'BRL',
  'MXN',
  'ZAR',
  'KRW',
  'SGD',
  'HKD',
  'NZD',
  'THB',
  'IDR',
  'MYR',
  'PHP',
  'ILS',
  'AED',
  'SAR',
  'RUB',
  'UAH',
  'VND',
];
const known: ReadonlySet<string> = new Set(symbols);

export const isCurrencySymbol = (text: string): boolean => known.has(text);

/** Money taken apart: `amount` is the number's text with its minus in front. */
interface MoneyText {
  readonly symbol: string;
  readonly before: boolean;
  readonly amount: string;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Splits `$1,234.50`, `-$5`, `$-5`, `5 €`, `USD 5`, and `($5)`, by which accountants mean -$5; null without a known symbol
 * on exactly one side.
 */
export function readMoney(text: string): MoneyText | null {
  const length = text.length;
  if (text.startsWith('(') && text.endsWith(')')) {
    const money = readMoney(text.slice(1, -1));
    const isSigned = money !== null && !isDigit(money.amount.charCodeAt(0));
    return money === null || isSigned ? null : { ...money, amount: `-${money.amount}` };
  }
  let first = 0;
  while (first < length && !isDigit(text.charCodeAt(first))) first++;
  if (first === length) return null;
  let last = length;
  while (!isDigit(text.charCodeAt(last - 1))) last--;
  const suffix = text.slice(last).trim();
  if (first === 0 || (first === 1 && /[-+\u2212]/.test(text.charAt(0)))) {
    return known.has(suffix) ? { symbol: suffix, before: false, amount: text.slice(0, last) } : null;
  }
  if (suffix !== '') return null;
  let prefix = text.slice(0, first);
  let negative = false;
  if (prefix.startsWith('-')) {
    negative = true;
    prefix = prefix.slice(1);
  } else if (prefix.endsWith('-')) {
    negative = true;
    prefix = prefix.slice(0, -1);
  }
  const symbol = prefix.trim();
  if (!known.has(symbol)) return null;
  return { symbol, before: true, amount: `${negative ? '-' : ''}${text.slice(first, last)}` };
}
