import { type BlockInput, type Inline, isSafeLink, type StyledText } from '@tandem/shared/document/blocks';
import { fileIdOf } from '@tandem/shared/file/schema';

/** Blocks whose files load as soon as a document is shown. */
const SHOWN = new Set<BlockInput['type']>(['image', 'video', 'audio']);

/**
 * Replaces external pictures in blocks written by a model by links: otherwise an address could leak, without
 * a click, what the model had read to whoever told it what to write.
 */
export function withoutRemoteFiles(blocks: readonly BlockInput[]): BlockInput[] {
  return blocks.map((block) => {
    const children = withoutRemoteFiles(block.children ?? []);
    const url = String(block.props?.url ?? '');
    if (!SHOWN.has(block.type) || url === '' || fileIdOf(url) !== null) return { ...block, children };
    const [name, caption] = [block.props?.name, block.props?.caption].map((text) => String(text ?? ''));
    const words: StyledText[] = [{ type: 'text', text: name || url, styles: {} }];
    const shown: Inline[] = isSafeLink(url) ? [{ type: 'link', href: url, content: words }] : words;
    const said: Inline[] = caption ? [{ type: 'text', text: ` ${caption}`, styles: {} }] : [];
    return { type: 'paragraph', content: [...shown, ...said], children };
  });
}
