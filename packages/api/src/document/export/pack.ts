import { type FileRow, filesFor } from '../../content/file/file.service.ts';
import { endingOf } from '../../content/file/name.ts';
import type { UserContext } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readChannel } from '../../workspace/channel/list.ts';
import { filesOf, writeText } from '../document/writing.ts';
import { readContent } from '../model/content.ts';
import type { Form } from '../render/text.ts';
import { type ArchiveEntry, archiveOf } from './archive.ts';
import { FolderNames } from './names.ts';
import { type ExportedDocument, FILES } from './tree.ts';

/** Packs documents into an archive, with their files in one folder; each is read when it is sent. */
export function packed(
  ctx: UserContext,
  documents: readonly ExportedDocument[],
  form: Form,
): AsyncGenerator<Uint8Array> {
  return archiveOf(entriesOf(ctx, documents, form));
}

async function* entriesOf(
  ctx: UserContext,
  documents: readonly ExportedDocument[],
  form: Form,
): AsyncGenerator<ArchiveEntry> {
  const ending = form.format === 'html' ? '.html' : '.md';
  const pathOf = ({ path }: ExportedDocument) => [...path.slice(0, -1), `${path.at(-1)}${ending}`];
  const paths = new Map(documents.map((document) => [document.channel.id, pathOf(document)]));
  const shelf = new Shelf();
  for (const { channel, path } of documents) {
    // The archive is read slowly by its client: current rights apply.
    const seen = await readChannel(ctx.db, ctx.actor, channel.id).catch(orGone);
    const content = seen && (await readContent(ctx.db, channel.id).catch(orGone));
    if (!content) continue;
    const files = await filesFor(ctx.db, ctx.actor, await filesOf(content, ctx.actor.userId));
    const fresh = new Set([...files.values()].filter(({ id }) => !shelf.has(id)));
    const places = new Map([...files.values()].map((file) => [file.id, shelf.placeOf(file)]));
    const { name, icon } = channel;
    const text = await writeText(content, ctx.actor.userId, {
      document: { name, icon },
      form,
      outlook: {
        folder: path.slice(0, -1),
        documents: paths,
        files: places,
        publicUrl: ctx.platform.settings.publicUrl,
        showsOthers: form.format === 'markdown',
      },
    });
    yield { path: (paths.get(channel.id) ?? path).join('/'), content: text };
    for (const file of fresh) {
      const content = await ctx.platform.storage.read(file.hash);
      yield { path: shelf.placeOf(file).join('/'), content };
    }
  }
}

/** Paths of files in an archive. */
class Shelf {
  private readonly names = new FolderNames();
  private readonly places = new Map<string, string[]>();

  has(id: string): boolean {
    return this.places.has(id);
  }

  /** Returns a file's path, assigning one if necessary. */
  placeOf({ id, name }: FileRow): string[] {
    const known = this.places.get(id);
    if (known) return known;
    const ending = endingOf(name);
    const stem = ending === '' ? name : name.slice(0, -ending.length - 1);
    const place = [FILES, this.names.take(stem, ending === '' ? '' : `.${ending}`)];
    this.places.set(id, place);
    return place;
  }
}

/** Deleted, or no longer visible, since the archive began. */
function orGone(error: unknown): null {
  if (error instanceof AppError && error.key === 'notFound') return null;
  throw error;
}
