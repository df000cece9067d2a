const rows = Array.from({ length: 60 }, (_, index) => {
  const number = index + 1;
  const stage = ['Weaving', 'Finishing', 'Held'][index % 3];
  return `Order ${number},${stage},${number * 10},${number % 2 === 0 ? 'yes' : 'no'},0${1 + (index % 9)}/21/2026`;
});

/** 60 orders as a CSV: Order, Stage (select), Metres (number), Paid (checkbox), Due (date). */
export const orders = `Order,Stage,Metres,Paid,Due\n${rows.join('\n')}\n`;
