import type { BlockInput, Inline, InlineLink, StyledText } from '@tandem/shared/document/blocks';
import { fileIdOf, fileUrl, isShownImage } from '@tandem/shared/file/schema';
import type { KeptUpload } from '../../content/file/file.service.ts';

/** The same as plain data, by the keys that stand for files and documents. */
export interface SettledLinks {
  files: (readonly [string, KeptUpload])[];
  /** Keys that stood for files of the import, be they there or not. */
  planned: readonly string[];
  documents: (readonly [string, SettledDocument])[];
}

export interface SettledDocument {
  id: string;
  title: string;
  path: string;
}

/** Looks up plain data. */
export function settledBy({ files, planned, documents }: SettledLinks): Settled {
  const byKey = { files: new Map(files), planned: new Set(planned), documents: new Map(documents) };
  return {
    file: (key) => byKey.files.get(key),
    isPlanned: (key) => byKey.planned.has(key),
    document: (key) => byKey.documents.get(key),
  };
}

/** What has become of what addresses stand for. */
export interface Settled {
  /** The file, by its key; undefined: it is not there. */
  file(key: string): KeptUpload | undefined;
  /** Whether a key stood for a file of the import. */
  isPlanned(key: string): boolean;
  /** The document, by its key. */
  document(key: string): SettledDocument | undefined;
}

const DOCUMENT = /^#document-([0-9a-f-]{36})$/u;

/** Blocks whose addresses lead to what was made. What could not be kept stays as its name. */
export function settle(blocks: readonly BlockInput[], settled: Settled): BlockInput[] {
  return blocks.map((block) => {
    const children = settle(block.children ?? [], settled);
    // Discussions know some by their ids.
    const same = { ...(block.id !== undefined && { id: block.id }), children };
    if (block.type === 'image') return { ...settledPicture(block, settled), ...same };
    const file = loneFile(block, settled);
    if (file) return { ...file, ...same };
    const { content } = block;
    if (content === undefined) return { ...block, children };
    if (Array.isArray(content)) return { ...block, content: inlines(content, settled), children };
    const rows = content.rows.map(({ cells }) => ({
      cells: cells.map((cell) => ({ ...cell, content: inlines(cell.content, settled) })),
    }));
    return { ...block, content: { ...content, rows }, children };
  });
}

function settledPicture(block: BlockInput, settled: Settled): BlockInput {
  const key = fileIdOf(String(block.props?.url ?? ''));
  if (key === null || !settled.isPlanned(key)) return block;
  const file = settled.file(key);
  const name = String(block.props?.name || file?.name || '');
  if (!file) return { type: 'paragraph', content: plain(name) };
  const props = { url: fileUrl(file.id), name };
  if (!isShownImage(file.mediaType)) return fileBlock(file, props);
  return { ...block, props: { ...block.props, ...props } };
}

/** A paragraph that is nothing but a link to a file that came along: the file itself stands there. */
function loneFile({ type, content }: BlockInput, settled: Settled): BlockInput | null {
  if (type !== 'paragraph' || !Array.isArray(content) || content.length !== 1) return null;
  const [link] = content;
  const key = link?.type === 'link' ? fileIdOf(link.href) : null;
  const file = key === null ? undefined : settled.file(key);
  if (!file) return null;
  return fileBlock(file, { url: fileUrl(file.id), name: wordsOf(link as InlineLink) || file.name });
}

function fileBlock({ mediaType }: KeptUpload, props: { url: string; name: string }): BlockInput {
  if (mediaType.startsWith('video/')) return { type: 'video', props };
  return { type: mediaType.startsWith('audio/') ? 'audio' : 'file', props };
}

function inlines(content: readonly Inline[], settled: Settled): Inline[] {
  return content.flatMap((inline): Inline[] => {
    // The number or id belongs to somebody else here than where the text comes from.
    if (inline.type === 'mention') return plain(`@${inline.props.label}`);
    if (inline.type !== 'link') return [inline];
    const document = settled.document(DOCUMENT.exec(inline.href)?.[1] ?? '');
    if (document) return [linkTo(document, inline)];
    const key = fileIdOf(inline.href);
    if (key === null || !settled.isPlanned(key)) return [inline];
    const file = settled.file(key);
    return file ? [{ ...inline, href: fileUrl(file.id) }] : inline.content;
  });
}

/** A mention where the link says no more than the title. */
function linkTo({ id, title, path }: SettledDocument, link: InlineLink): Inline {
  const words = wordsOf(link).replace(/^@/u, '').trim();
  if (words !== '' && words !== title) return { ...link, href: path };
  return { type: 'mention', props: { kind: 'channel', id, label: title } };
}

function wordsOf({ content }: InlineLink): string {
  return content.map(({ text }) => text).join('');
}

function plain(text: string): StyledText[] {
  return text === '' ? [] : [{ type: 'text', text, styles: {} }];
}
