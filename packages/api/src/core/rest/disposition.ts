import { create } from 'content-disposition';

/** What systems refuse in names, or what misleads about them: controls, paths, marks that turn the writing. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF/\\:*?"<>|]+/gu;

/**
 * The header `Content-Disposition`, which says under what name an answer is saved (RFC 6266): in plain letters for old
 * readers, and in its own where they differ.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().replace(UNSAFE, '_');
  // Some readers decode what stands behind a percent sign even in the plain name.
  return create(name, { type: kind, fallback: name.replace(/[^\x20-\x7E]|%/gu, '_') });
}
