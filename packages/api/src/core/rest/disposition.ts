/** What systems refuse in names, or what misleads about them: controls, paths, marks that turn the writing. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF/\\:*?"<>|]+/gu;

/**
 * The header `Content-Disposition`, which says under what name an answer is saved: by RFC 6266 once in plain letters,
 * which old readers take, and once, after RFC 5987, in its own.
 */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().replace(UNSAFE, '_');
  const plain = name.replace(/[^\x20-\x7E]|%/gu, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
