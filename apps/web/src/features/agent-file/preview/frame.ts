/**
 * What a page that a model may have written is allowed: its own styles and inline pictures. Without it, the address of a
 * picture would carry words of the files to any host.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** A page as the content of a sandboxed frame, where nothing is loaded from anywhere. */
export function framed(page: string): string {
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">${page}`;
}
