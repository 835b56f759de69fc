import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';

/** A CSV file by column; every value as it is written. */
export type CsvColumns = Readonly<Record<string, readonly string[]>>;

/** Reads a downloaded CSV file without quoted values. Throws where a record is shorter or longer than the header. */
export async function readCsv(download: Download): Promise<CsvColumns> {
  const text = await readFile(await download.path(), 'utf8');
  const [header = [], ...records] = text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
  for (const record of records) {
    if (record.length !== header.length) throw new Error(`${record.length} values under ${header.length} headings.`);
  }
  return Object.fromEntries(header.map((name, index) => [name, records.map((record) => record[index] ?? '')]));
}

/** A column that holds numbers; NaN where a value is missing. */
export function numbersOf(columns: CsvColumns, name: string): readonly number[] {
  const values = columns[name];
  if (!values) throw new Error(`No column ${name} among ${Object.keys(columns).join(', ')}.`);
  return values.map((value) => (value === '' ? Number.NaN : Number(value)));
}
