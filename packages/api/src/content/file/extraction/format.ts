import { EXTRACTED_TYPES, RECOGNISED_TYPES } from '@tandem/shared/file/reading';
import { endingOf } from '../name.ts';

/** The ways in which text is extracted from a file; one reader each. */
export type ExtractionFormat = 'pdf' | 'office' | 'mail' | 'table' | 'page' | 'text' | 'image';

/** Formats of text that only the ending of a file's name tells apart. */
const ENDINGS: Record<string, ExtractionFormat> = {
  eml: 'mail',
  csv: 'table',
  tsv: 'table',
  htm: 'page',
  html: 'page',
  xhtml: 'page',
  rtf: 'office',
};

/** Endings of documents that are packed as archives, of which a damaged one cannot be told by its bytes. */
const PACKED = ['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'];

/**
 * The format in which a file can be read; null for one whose text cannot be extracted.
 * @param file.mediaType as its bytes say
 */
export function formatOf({ mediaType, name }: { mediaType: string; name: string }): ExtractionFormat | null {
  if (mediaType === 'application/pdf') return 'pdf';
  if (EXTRACTED_TYPES.includes(mediaType)) return 'office';
  if (mediaType === 'application/zip' && PACKED.includes(endingOf(name))) return 'office';
  if (/^text\/|^application\/json$/.test(mediaType)) return ENDINGS[endingOf(name)] ?? 'text';
  return RECOGNISED_TYPES.includes(mediaType) ? 'image' : null;
}
