import { serveWorker } from '../../../core/worker/serve.ts';
import { htmlToMarkdown } from './markdown.ts';
import type { PageToRead } from './read.ts';

serveWorker(({ html, base }: PageToRead) => htmlToMarkdown(html, base));
