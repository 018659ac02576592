import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { words } from './words.ts';

/** A file to be chosen or dropped. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);

/** An archive with a document, one below it, a picture, and what cannot come along. */
export function handbook(): ChosenFile {
  const text = (content: string) => new Uint8Array(Buffer.from(content));
  const buffer = Buffer.from(
    zipSync({
      'How we travel.md': text('# How we travel\n\nBy train. See [Tickets](How%20we%20travel/Tickets.md).'),
      'How we travel/Tickets.md': text('# Tickets\n\n![The form](../files/form.png)'),
      'files/form.png': new Uint8Array(PNG),
      'files/old form.png': new Uint8Array(PNG),
      'prices 2027.csv': text('from,to'),
    }),
  );
  return { name: 'travel.zip', mimeType: 'application/zip', buffer };
}

/** Chooses files in the dialog that imports them. */
export async function chooseFiles(page: Page, files: ChosenFile[], language = 'en'): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('document:import.choose', {}, language), exact: true })
    .click();
  await (await choosing).setFiles(files);
}

/** Drops a file on whatever takes files there. */
export async function dropFile(page: Page, selector: string, { name, mimeType, buffer }: ChosenFile) {
  const carried = await page.evaluateHandle(
    (file) => {
      const carrier = new DataTransfer();
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      carrier.items.add(new File([bytes], file.name, { type: file.type }));
      return carrier;
    },
    { name, type: mimeType, base64: buffer.toString('base64') },
  );
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.locator(selector).first().dispatchEvent(event, { dataTransfer: carried });
}
