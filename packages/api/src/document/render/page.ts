import type { Language } from '@tandem/shared/user/schema';
import { toHtml } from 'hast-util-to-html';
import type { Root } from 'mdast';
import { writeHtml } from '../convert/html.ts';

/** Allows no scripts, and loads nothing but files beside it. */
const POLICY = "default-src 'none'; img-src 'self' data: file:; style-src 'unsafe-inline'";

const STYLE = `
:root { color-scheme: light dark; --line: #d8d4ce; --soft: #f5f3f0; --quiet: #6b665f; --accent: #0f6674; }
@media (prefers-color-scheme: dark) { :root { --line: #45413c; --soft: #26241f; --quiet: #a8a29a; --accent: #6cc3cf; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.65 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 5rem; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.8em 0 0.5em; }
h1:first-child { margin-top: 0; font-size: 2.1rem; }
a { color: var(--accent); }
img { max-width: 100%; height: auto; border-radius: 8px; }
blockquote { margin: 1em 0; padding-left: 1rem; border-left: 3px solid var(--line); }
aside { margin: 1em 0; padding: 0.75rem 1rem; border-left: 3px solid var(--accent); border-radius: 8px; background: var(--soft); }
aside > :first-child, aside > :last-child { margin-block: 0; }
aside[data-callout='warning'] { border-color: #c2760c; }
aside[data-callout='danger'] { border-color: #c23b2c; }
aside[data-callout='tip'] { border-color: #3f8f4d; }
pre { padding: 0.9rem 1rem; border-radius: 8px; background: var(--soft); overflow-x: auto; }
code { font: 0.9em ui-monospace, monospace; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 0.4rem 0.7rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
th { background: var(--soft); }
[align='center'] { text-align: center; }
[align='right'] { text-align: end; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2em 0; }
ul.contains-task-list { list-style: none; padding-left: 1rem; }
@media print { main { max-width: none; padding: 0; } }
`;

/** Builds a self-contained page of a document. */
export function pageOf(root: Root, { title, language }: { title: string; language: Language }): string {
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${toHtml({ type: 'text', value: title })}</title>\n<style>${STYLE}</style>\n</head>`,
    `<body>\n<main>\n${writeHtml(root)}\n</main>\n</body>\n</html>\n`,
  ].join('\n');
}
