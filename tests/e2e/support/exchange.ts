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

/** A Word document with a comment on some of its words, and an answer to it. */
export function commentedReport(): ChosenFile {
  const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const w14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"';
  const w15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const range = (end: 'Start' | 'End') => `<w:commentRange${end} w:id="0"/><w:commentRange${end} w:id="1"/>`;
  const comment = (id: number, author: string, text: string) =>
    `<w:comment w:id="${id}" w:author="${author}" w:date="2026-03-0${id + 1}T09:00:00Z"><w:p w14:paraId="0000000${id}">${run(text)}</w:p></w:comment>`;
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';
  const parts = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${office}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document ${w}><w:body><w:p>${run('We open the new office ')}${range('Start')}${run('in early May')}${range('End')}${run(' with everyone there.')}</w:p></w:body></w:document>`,
    'word/comments.xml': `<w:comments ${w} ${w14}>${comment(0, 'Maria Silva', 'Is that too early?')}${comment(1, 'Ben Okafor', 'The lease begins then.')}</w:comments>`,
    'word/commentsExtended.xml': `<w15:commentsEx ${w15}><w15:commentEx w15:paraId="00000000"/><w15:commentEx w15:paraId="00000001" w15:paraIdParent="00000000"/></w15:commentsEx>`,
  };
  const bytes = Object.entries(parts).map(([name, xml]) => [name, new Uint8Array(Buffer.from(xml))] as const);
  return {
    name: 'New office.docx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(zipSync(Object.fromEntries(bytes))),
  };
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
