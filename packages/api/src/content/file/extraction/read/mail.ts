import PostalMime, { type Address } from 'postal-mime';
import { type PageBatch, UnreadableFile } from '../pages.ts';
import { readOffice } from './office.ts';
import { sectionsOf } from './sections.ts';
import { paragraphsOf } from './text.ts';

/**
 * Reads a mail: who wrote to whom and when, then its text. Attached files are named, not read.
 * @throws UnreadableFile
 */
export async function readMail(bytes: Uint8Array): Promise<PageBatch> {
  const mail = await new PostalMime({ maxNestingDepth: 20 }).parse(bytes).catch((error: unknown) => {
    throw new UnreadableFile('broken', error);
  });
  const { subject, from, to, cc, date, text, html, attachments } = mail;
  const head = [
    subject,
    from && `From: ${named([from])}`,
    to?.length && `To: ${named(to)}`,
    cc?.length && `Cc: ${named(cc)}`,
    date && `Date: ${date}`,
    attachments.length && `Attached: ${attachments.map(({ filename }) => filename ?? 'unnamed').join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n');
  const body = text?.trim() ? text : html ? await textOfHtml(html) : '';
  const pages = sectionsOf([{ text: head, isHeading: false }, ...paragraphsOf(body)]);
  return { title: subject ?? null, pages, total: pages.length };
}

async function textOfHtml(html: string): Promise<string> {
  const { pages } = await readOffice(new TextEncoder().encode(html), 'html');
  return pages.map((page) => page.text).join('\n\n');
}

function named(addresses: readonly Address[]): string {
  return addresses
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address))
    .join(', ');
}
