import type { BlockInput, Inline, InlineLink, StyledText } from '@tandem/shared/document/blocks';
import { fileIdOf, fileUrl, isShownImage } from '@tandem/shared/file/schema';
import type { KeptUpload } from '../../content/file/file.service.ts';

/** `LinkTargets` as plain data, by placeholder keys of files and documents. */
export interface LinkTargetData {
  files: (readonly [string, KeptUpload])[];
  /** Keys that stood for files of the import, be they there or not. */
  planned: readonly string[];
  documents: (readonly [string, TargetDocument])[];
}

export interface TargetDocument {
  id: string;
  title: string;
  path: string;
}

/** Builds lookups from plain data. */
export function linkTargets({ files, planned, documents }: LinkTargetData): LinkTargets {
  const byKey = { files: new Map(files), planned: new Set(planned), documents: new Map(documents) };
  return {
    file: (key) => byKey.files.get(key),
    isPlanned: (key) => byKey.planned.has(key),
    document: (key) => byKey.documents.get(key),
  };
}

/** Targets of placeholder addresses. */
export interface LinkTargets {
  /** The file, by its key; undefined: it is not there. */
  file(key: string): KeptUpload | undefined;
  /** Whether a key is a placeholder of the import's files. */
  isPlanned(key: string): boolean;
  /** The document, by its key. */
  document(key: string): TargetDocument | undefined;
}

const DOCUMENT = /^#document-([0-9a-f-]{36})$/u;

/** Replaces placeholder addresses in blocks by their targets. What could not be stored stays as its name. */
export function resolveLinks(blocks: readonly BlockInput[], targets: LinkTargets): BlockInput[] {
  return blocks.map((block) => {
    const children = resolveLinks(block.children ?? [], targets);
    // Discussions know some by their ids.
    const same = { ...(block.id !== undefined && { id: block.id }), children };
    if (block.type === 'image') return { ...resolvedPicture(block, targets), ...same };
    const file = loneFile(block, targets);
    if (file) return { ...file, ...same };
    const { content } = block;
    if (content === undefined) return { ...block, children };
    if (Array.isArray(content)) return { ...block, content: inlines(content, targets), children };
    const rows = content.rows.map(({ cells }) => ({
      cells: cells.map((cell) => ({ ...cell, content: inlines(cell.content, targets) })),
    }));
    return { ...block, content: { ...content, rows }, children };
  });
}

function resolvedPicture(block: BlockInput, targets: LinkTargets): BlockInput {
  const key = fileIdOf(String(block.props?.url ?? ''));
  if (key === null || !targets.isPlanned(key)) return block;
  const file = targets.file(key);
  const name = String(block.props?.name || file?.name || '');
  if (!file) return { type: 'paragraph', content: plain(name) };
  const props = { url: fileUrl(file.id), name };
  if (!isShownImage(file.mediaType)) return fileBlock(file, props);
  return { ...block, props: { ...block.props, ...props } };
}

/** Replaces a paragraph that is only a link to an imported file by the file itself. */
function loneFile({ type, content }: BlockInput, targets: LinkTargets): BlockInput | null {
  if (type !== 'paragraph' || !Array.isArray(content) || content.length !== 1) return null;
  const [link] = content;
  const key = link?.type === 'link' ? fileIdOf(link.href) : null;
  const file = key === null ? undefined : targets.file(key);
  if (!file) return null;
  return fileBlock(file, { url: fileUrl(file.id), name: wordsOf(link as InlineLink) || file.name });
}

function fileBlock({ mediaType }: KeptUpload, props: { url: string; name: string }): BlockInput {
  if (mediaType.startsWith('video/')) return { type: 'video', props };
  return { type: mediaType.startsWith('audio/') ? 'audio' : 'file', props };
}

function inlines(content: readonly Inline[], targets: LinkTargets): Inline[] {
  return content.flatMap((inline): Inline[] => {
    // The id belongs to somebody else here than in the source.
    if (inline.type === 'mention') return plain(`@${inline.props.label}`);
    if (inline.type !== 'link') return [inline];
    const document = targets.document(DOCUMENT.exec(inline.href)?.[1] ?? '');
    if (document) return [linkTo(document, inline)];
    const key = fileIdOf(inline.href);
    if (key === null || !targets.isPlanned(key)) return [inline];
    const file = targets.file(key);
    return file ? [{ ...inline, href: fileUrl(file.id) }] : inline.content;
  });
}

/** Returns a mention where the link's text is only the title. */
function linkTo({ id, title, path }: TargetDocument, link: InlineLink): Inline {
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
