import { zipSync } from 'fflate';
import { readArchive } from './archive.ts';
import { ImportProblem } from './problem.ts';

/** Bytes of one part of a Word document, and of all of them. */
const MAX_PART = 48 * 1024 * 1024;
const MAX_PARTS = 128 * 1024 * 1024;

/** A comment, in the part that holds them. */
const COMMENT = /<(?:[\w-]+:)?comment[\s>]/gu;
const COMMENTS = /^\/?word\/comments\.xml$/iu;

/** What Word calls its styles, beyond what is known anyway. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  'u => u',
];

/**
 * A Word document as HTML, with its pictures as `data:`, and how many comments stand beside it. Pictures that lie
 * elsewhere are never asked for.
 * @throws ImportProblem when it is no such document, or unpacks to too much
 */
export async function htmlOfDocx(bytes: Uint8Array): Promise<{ html: string; comments: number }> {
  const { default: mammoth } = await import('mammoth');
  const parts = partsIn(bytes);
  // Made anew of what was really in it: who reads it next believes what it says about places and sizes.
  const buffer = Buffer.from(zipSync(parts, { level: 0 }));
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      {
        styleMap: STYLES,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async (image) => {
          const base64 = await image.readAsBase64String().catch(() => null);
          return { src: base64 === null ? '' : `data:${image.contentType};base64,${base64}` };
        }),
      },
    );
    return { html: value, comments: commentsIn(parts) };
  } catch {
    throw new ImportProblem('documentUnreadable');
  }
}

function commentsIn(parts: Record<string, Uint8Array>): number {
  const name = Object.keys(parts).find((each) => COMMENTS.test(each));
  const part = name === undefined ? undefined : parts[name];
  return part ? (Buffer.from(part).toString('latin1').match(COMMENT) ?? []).length : 0;
}

/** What is really in an archive. */
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
