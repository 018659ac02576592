import type { ImportFormat } from './text.ts';

const FORMATS: Record<string, ImportFormat | 'zip'> = {
  md: 'markdown',
  markdown: 'markdown',
  html: 'html',
  htm: 'html',
  docx: 'docx',
  zip: 'zip',
};

/** Returns the import format by file name; null for none. */
export function formatOf(name: string): ImportFormat | 'zip' | null {
  const ending = /\.(\w{1,8})$/u.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(FORMATS, ending) ? (FORMATS[ending] ?? null) : null;
}
