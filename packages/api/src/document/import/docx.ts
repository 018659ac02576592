import { zipSync } from 'fflate';
import { readArchive } from './archive.ts';
import type { ReadComments } from './comments.ts';
import { docxComments, type ReadComment } from './docx.comments.ts';
import { CommentMarks } from './docx.marks.ts';
import { ImportProblem } from './problem.ts';

/** Maximum bytes of one part of a Word document, and of all. */
const MAX_PART = 48 * 1024 * 1024;
const MAX_PARTS = 128 * 1024 * 1024;

/** The parts that hold comments, and which of them answers which. */
const COMMENTS = /^\/?word\/comments\.xml$/iu;
const EXTENDED = /^\/?word\/commentsExtended\.xml$/iu;

/** Word styles beyond those known by default. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  'u => u',
];

/**
 * Converts a Word document to HTML, with pictures as `data:` and comment marks in the text. External pictures
 * are never loaded.
 * @throws ImportProblem when it is not a Word document, or unpacks to too much
 */
export async function htmlOfDocx(bytes: Uint8Array): Promise<{ html: string; comments: ReadComments }> {
  const { default: mammoth } = await import('mammoth');
  const parts = partsIn(bytes);
  const marks = new CommentMarks();
  const about = { comments: textIn(parts, COMMENTS), extended: textIn(parts, EXTENDED) };
  mark(parts, marks);
  let read: readonly ReadComment[] = [];
  // Repacked from its actual content: the next reader trusts its offsets and sizes.
  const buffer = Buffer.from(zipSync(parts, { level: 0 }));
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      {
        styleMap: STYLES,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        transformDocument(document: { comments?: readonly ReadComment[] }) {
          read = document.comments ?? [];
          return document;
        },
        convertImage: mammoth.images.imgElement(async (image) => {
          const base64 = await image.readAsBase64String().catch(() => null);
          return { src: base64 === null ? '' : `data:${image.contentType};base64,${base64}` };
        }),
      },
    );
    return { html: value, comments: { ...docxComments(read, about), marks } };
  } catch {
    throw new ImportProblem('documentUnreadable');
  }
}

/** Inserts comment marks; leaves the comments unchanged. */
function mark(parts: Record<string, Uint8Array>, marks: CommentMarks): void {
  for (const [name, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.length);
    if (!name.endsWith('.xml') || COMMENTS.test(name) || !bytes.includes('commentR')) continue;
    parts[name] = new Uint8Array(Buffer.from(marks.into(bytes.toString())));
  }
}

function textIn(parts: Record<string, Uint8Array>, called: RegExp): string {
  const name = Object.keys(parts).find((each) => called.test(each));
  return name === undefined ? '' : Buffer.from(parts[name] ?? []).toString();
}

/** Returns the actual contents of an archive. */
function partsIn(bytes: Uint8Array): Record<string, Uint8Array> {
  const parts: Record<string, Uint8Array> = Object.create(null);
  let size = 0;
  readArchive(bytes, (name) => {
    if (name.endsWith('/') || name in parts) return null;
    return {
      maxBytes: MAX_PART,
      take(part) {
        size += part?.length ?? 0;
        if (part === null || size > MAX_PARTS) throw new ImportProblem('archiveTooLarge');
        parts[name] = part;
      },
    };
  });
  return parts;
}
