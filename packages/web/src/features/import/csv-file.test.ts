import { AppError } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../api.ts';
import { refuseContent, refuseFiles, tableNameOf, uploadErrorText, usualMaxMb } from './csv-file.ts';

const largest = usualMaxMb * 1024 * 1024;
const refuse = (files: Parameters<typeof refuseFiles>[0]) => refuseFiles(files, usualMaxMb);
const file = (name: string, size = 10, type = '') => ({ name, size, type });

describe('choosing a file', () => {
  it('takes one CSV file by its ending or its type', () => {
    expect(refuse([file('orders.CSV')])).toBeNull();
    expect(refuse([file('export', 10, 'text/csv')])).toBeNull();
    expect(refuse([file('orders.csv', largest)])).toBeNull();
    expect(refuse([file('Orders.XLSX')])).toBeNull();
  });

  it('refuses what is no CSV file, too large or more than one', () => {
    expect(refuse([file('orders.xls')])).toEqual({
      text: 'Please select a valid CSV file',
      toast: 'Invalid CSV file',
    });
    expect(refuse([])?.toast).toBe('Invalid CSV file');
    expect(refuse([file('orders.csv', largest + 1)])?.text).toBe('File is too large');
    expect(refuse([file('a.csv'), file('b.csv')])?.text).toBe('Choose one file at a time');
  });

  it('takes what the server was set to take, no more and no less', () => {
    expect(refuseFiles([file('orders.csv', largest + 1)], 256)).toBeNull();
    expect(refuseFiles([file('orders.csv', 2 * 1024 * 1024 + 1)], 2)?.text).toBe('File is too large');
  });

  it('looks into a file whose name promises too much', () => {
    const begins = (...bytes: number[]) => refuseContent(Uint8Array.from(bytes));
    expect(begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1)).toBe(
      'This is an Excel workbook of the old kind or with a password, not a CSV or .xlsx file. Save it as .xlsx without one first.',
    );
    expect(begins(0x89, 0x50, 0x4e, 0x47)).toMatch(/^This is a picture, not a CSV or/);
    expect(begins()).toBe('The file is empty');
    // 'PK,1', a workbook, a BOM, UTF-16 and 'GIF,' begin tables.
    for (const table of [
      [0x50, 0x4b, 0x2c, 0x31],
      [0x50, 0x4b, 0x03, 0x04],
      [0xef, 0xbb, 0xbf],
      [0xff, 0xfe, 0x61, 0x00],
      [0x47, 0x49, 0x46, 0x2c],
    ])
      expect(begins(...table)).toBeNull();
  });

  it('names the table after the file', () => {
    expect(tableNameOf('Orders 2026.csv')).toBe('Orders 2026');
    expect(tableNameOf('Orders 2026.xlsx')).toBe('Orders 2026');
    expect(tableNameOf('.csv')).toBe('Untitled Table');
    expect(tableNameOf(`${'x'.repeat(400)}.csv`)).toHaveLength(255);
    expect(tableNameOf(`${'😀'.repeat(200)}.csv`)).toBe('😀'.repeat(127));
  });

  it('says why an upload failed', () => {
    expect(uploadErrorText(new AppError('limit', 'You may keep 2 GB of files'))).toBe(
      'You may keep 2 GB of files',
    );
    expect(uploadErrorText(refusal(413, ''))).toBe('File is too large');
    expect(uploadErrorText(new AppError('invalid', 'No file was sent'))).toBe('No file was sent');
    expect(uploadErrorText(new Error('x'))).toBe('Upload failed');
  });
});
