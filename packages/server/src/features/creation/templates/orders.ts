import {
  type BaseTemplate,
  check,
  day,
  email,
  many,
  money,
  number,
  one,
  select,
  table,
  text,
} from './template.ts';

export const orders: BaseTemplate = {
  ...{ name: 'orders', title: 'Orders of a small shop', category: 'Customers' },
  about: 'Products, customers, and their orders until they are delivered',
  words: 'orders shop store ecommerce products customers delivery sales retail online bakery cafe',
  tables: [
    table(
      'Products',
      [text('Product'), money('Price'), select('Range', 'Bread', 'Cakes', 'Drinks'), check('Offered')],
      [
        ['Rye loaf', 5.4, 'Bread', true],
        ['Walnut bread', 6.2, 'Bread', true],
        ['Apple cake', 28, 'Cakes', true],
        ['Plum cake', 26, 'Cakes', null],
        ['Cold brew', 4.5, 'Drinks', true],
      ],
    ),
    table(
      'Customers',
      [text('Name'), email('Email'), text('Street'), text('City')],
      [
        ['Mara Ellis', 'mara@mail.example', '4 Quay Street', 'Bristol'],
        ['Old Town Hotel', 'kitchen@oldtown.example', '1 Market Place', 'Bristol'],
        ['Tom Weaver', 'tom@mail.example', '29 Hill Road', 'Bath'],
      ],
    ),
    table(
      'Orders',
      [
        text('Order'),
        one('Customer', 'Customers'),
        many('Products', 'Products', 'Orders'),
        number('Pieces', { decimalPlaces: 0 }),
        money('Total'),
        select('Status', 'Received', 'Being made', 'Ready', 'Delivered'),
        day('Wanted on'),
        check('Paid'),
      ],
      [
        ['1041', 'Old Town Hotel', ['Rye loaf', 'Walnut bread'], 30, 174, 'Delivered', -4, true],
        ['1042', 'Mara Ellis', 'Apple cake', 1, 28, 'Ready', 0, true],
        ['1043', 'Old Town Hotel', 'Rye loaf', 20, 108, 'Being made', 1, null],
        ['1044', 'Tom Weaver', ['Apple cake', 'Cold brew'], 5, 46, 'Received', 3, null],
      ],
      [
        { name: 'To do', where: [['Status', 'is_not', 'Delivered']], sort: [['Wanted on', 'asc']] },
        { name: 'Not paid', where: [['Paid', 'is', false]] },
      ],
    ),
  ],
};
