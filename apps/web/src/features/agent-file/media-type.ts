const byEnding: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  json: 'application/json',
  html: 'text/html',
  md: 'text/markdown',
};

/** What a file's name says that it is, for its sign in a list; text where it says nothing. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(byEnding, ending) ? (byEnding[ending] as string) : 'text/plain';
}

/** Whether a file may hold words, by its name. */
export function mayBeText(name: string): boolean {
  return /^text\/|json|svg/.test(mediaTypeOf(name));
}

/** How a file is shown. */
export type Showing = 'markdown' | 'table' | 'page' | 'picture' | 'pdf' | 'text' | 'none';

/** How a file is shown, by what it is. @param content its text; null for bytes */
export function showingOf(path: string, mediaType: string, content: string | null): Showing {
  const named = mediaTypeOf(path);
  if (content === null) {
    if (mediaType === 'application/pdf') return 'pdf';
    return /^image\/(png|jpeg|gif|webp|avif)$/.test(mediaType) ? 'picture' : 'none';
  }
  if (named === 'text/markdown') return 'markdown';
  if (named === 'text/csv' || named === 'text/tab-separated-values') return 'table';
  return named === 'text/html' || named === 'image/svg+xml' ? 'page' : 'text';
}
