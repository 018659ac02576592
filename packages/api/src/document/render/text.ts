import type { Channel } from '@tandem/shared/channel/schema';
import type { Block } from '@tandem/shared/document/blocks';
import type { ExportFormat } from '@tandem/shared/document/export';
import type { Language } from '@tandem/shared/user/schema';
import type { Heading, Root } from 'mdast';
import { mdastOf } from '../convert/blocks.write.ts';
import { writeMarkdown } from '../convert/markdown.ts';
import { lookOut, type Outlook } from './links.ts';
import { pageOf } from './page.ts';

/** Output form of a document. */
export interface Form {
  format: ExportFormat;
  /** The reader's language. */
  language: Language;
  /** Name of untitled documents. */
  untitled: string;
}

/** Options that make a file of a document's blocks: plain data, since a child process may write it. */
export interface FileForm {
  document: Pick<Channel, 'name' | 'icon'>;
  form: Form;
  outlook: Outlook;
}

/**
 * Writes a document as a file: its title is the first heading, and metadata without a place in Markdown
 * precedes it. Use `writeText` for long ones.
 */
export function textOf(
  blocks: readonly Block[],
  { document: { name, icon }, form: { format, language, untitled }, outlook }: FileForm,
): string {
  const root = mdastOf(blocks);
  lookOut(root, outlook);
  const title: Heading[] =
    name === '' ? [] : [{ type: 'heading', depth: 1, children: [{ type: 'text', value: name }] }];
  const whole: Root = { ...root, children: [...title, ...root.children] };
  if (format === 'html') return pageOf(whole, { title: name || untitled, language });
  // Otherwise its first heading would be read as the title.
  const matter = [...(name === '' ? ['title: ""'] : []), ...(icon ? [`icon: ${JSON.stringify(icon)}`] : [])];
  const head = matter.length > 0 ? `---\n${matter.join('\n')}\n---\n\n` : '';
  return head + writeMarkdown(whole);
}
