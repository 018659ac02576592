import { create } from 'content-disposition';

/** Characters that systems refuse in names, or that mislead: controls, paths, direction overrides. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF/\\:*?"<>|]+/gu;

/**
 * Builds the header `Content-Disposition`, which names a download (RFC 6266): in ASCII for old clients, and
 * exactly where that differs.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().replace(UNSAFE, '_');
  // Some clients decode percent signs even in the plain name.
  return create(name, { type: kind, fallback: name.replace(/[^\x20-\x7E]|%/gu, '_') });
}
