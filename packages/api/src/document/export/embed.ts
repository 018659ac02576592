import { fileUrl, isShownImage } from '@tandem/shared/file/schema';
import type { FileRow } from '../../content/file/file.service.ts';
import type { UserContext } from '../../core/context.ts';
import { writeText } from '../document/writing.ts';
import type { DocumentContent } from '../model/content.ts';
import type { Outlook } from '../render/links.ts';
import type { FileForm } from '../render/text.ts';

/** Context of a document exported by itself. */
export function alone({ platform }: UserContext, files: Outlook['files'] = new Map()): Outlook {
  return {
    folder: [],
    documents: new Map(),
    files,
    publicUrl: platform.settings.publicUrl,
    showsOthers: true,
  };
}

/**
 * Streams a document as one page with its pictures inside, loaded one after the other.
 * @param files readable files by id
 */
export async function* embedded(
  ctx: UserContext,
  content: DocumentContent,
  files: ReadonlyMap<string, FileRow>,
  { document, form }: Pick<FileForm, 'document' | 'form'>,
): AsyncGenerator<string> {
  // Random, so that no text can contain it.
  const mark = crypto.randomUUID();
  const placeOf = ({ id, mediaType }: FileRow) =>
    isShownImage(mediaType)
      ? `data:${mediaType};base64,${mark}${id}${mark}`
      : ctx.platform.settings.publicUrl + fileUrl(id);
  const places = new Map([...files.values()].map((file) => [file.id, placeOf(file)]));
  const outlook = { ...alone(ctx, places), showsOthers: false };
  const text = await writeText(content, ctx.actor.userId, { document, form, outlook });
  for (const [i, part] of text.split(mark).entries()) {
    const file = i % 2 === 1 ? files.get(part) : undefined;
    if (file) yield* base64Of(await ctx.platform.storage.read(file.hash));
    else yield part;
  }
}

async function* base64Of(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}
