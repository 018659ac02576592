/** The argument with which a child is started before its file is known: it loads what reading a PDF needs. */
export const AHEAD = 'ahead';

/** A PDF of one line, with which a child loads what reading others needs. */
export function samplePdf(): Uint8Array {
  const line = 'BT /F1 12 Tf 72 720 Td (The quick brown fox jumps over the lazy dog.) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${line.length} >>\nstream\n${line}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ].map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`);
  return new TextEncoder().encode(`%PDF-1.7\n${objects.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`);
}
