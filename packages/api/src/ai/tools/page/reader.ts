import { htmlToMarkdown } from './markdown.ts';
import type { PageToRead } from './read.ts';

// Reads one page of someone else's HTML in a process where endless or deep input can be killed.
process.once('message', ({ html, base }: PageToRead) => {
  process.send?.(htmlToMarkdown(html, base));
});
