import { AppError } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { largestCsv, refuseFiles, tableNameOf, uploadErrorText } from './csv-file.ts';

const file = (name: string, size = 10, type = '') => ({ name, size, type });

describe('choosing a file', () => {
  it('takes one CSV file by its ending or its type', () => {
    expect(refuseFiles([file('orders.CSV')])).toBeNull();
    expect(refuseFiles([file('export', 10, 'text/csv')])).toBeNull();
    expect(refuseFiles([file('orders.csv', largestCsv)])).toBeNull();
  });

  it('refuses what is no CSV file, too large or more than one', () => {
    expect(refuseFiles([file('orders.xlsx')])).toEqual({
      text: 'Please select a valid CSV file',
      toast: 'Invalid CSV file',
    });
    expect(refuseFiles([])?.toast).toBe('Invalid CSV file');
    expect(refuseFiles([file('orders.csv', largestCsv + 1)])?.text).toBe('File is too large');
    expect(refuseFiles([file('a.csv'), file('b.csv')])?.text).toBe('Choose one file at a time');
  });

  it('names the table after the file', () => {
    expect(tableNameOf('Orders 2026.csv')).toBe('Orders 2026');
    expect(tableNameOf('.csv')).toBe('Untitled Table');
    expect(tableNameOf(`${'x'.repeat(400)}.csv`)).toHaveLength(255);
  });

  it('says why an upload failed', () => {
    expect(uploadErrorText(new AppError('limit', 'x'))).toBe('File is too large');
    expect(uploadErrorText(new AppError('invalid', 'No file was sent'))).toBe('No file was sent');
    expect(uploadErrorText(new Error('x'))).toBe('Upload failed');
  });
});
