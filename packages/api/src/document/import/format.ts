import type { ImportFormat } from './text.ts';

const FORMATS: Record<string, ImportFormat | 'zip'> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  docx: 'docx',
  zip: 'zip',
};

/** What a file is imported as, by its name; null for what is not. */
export function formatOf(name: string): ImportFormat | 'zip' | null {
  const ending = /\.(\w{1,8})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(FORMATS, ending) ? (FORMATS[ending] ?? null) : null;
}
