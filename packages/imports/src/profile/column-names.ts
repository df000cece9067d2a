/** What a column's name says of its values, in the languages of the corpus. A name never makes a type: it only lets digits be what they are called. */
const phone =
  /phone|mobile|\btel\b|telephone|\bfax\b|handy|cell ?(?:no|num|phone)|téléphone|telefon|teléfono|телефон|τηλέφωνο|هاتف|جوال|טלפון|電話|电话|手机|전화|फ़ोन|फोन|โทร|điện thoại/i;
const postal =
  /(?:\b|_)zip|post(?:al)?[ _-]?code|postcode|\bplz\b|postleitzahl|code[ _-]postal|código postal|\bcap\b|почтовый|индекс|邮编|邮政编码|郵便番号|우편번호|पिन|รหัสไปรษณีย์|מיקוד|الرمز البريدي/i;
const code = /(?:\b|_)(?:isbn|issn|ean|upc|gtin|sku|barcode|iban|imei|ssn|vin)(?:\b|_)/i;
const duration =
  /duration|length|elapsed|run ?time|\btook\b|dauer|laufzeit|durée|duración|длительность|時間|时长/i;

const date = /date|\bday\b|datum|\btag\b|jour|fecha|\bdata\b|дата|日付|日期|^dob$/i;

export const namesDates = (name: string): boolean => date.test(name);
export const namesPhones = (name: string): boolean => phone.test(name);
export const namesPostalCodes = (name: string): boolean => postal.test(name);
export const namesCodes = (name: string): boolean => code.test(name);
export const namesDurations = (name: string): boolean => duration.test(name);
