import type { BlockInput, Inline } from '@tandem/shared/document/blocks';

/** What is fetched as soon as a document is shown. */
const SHOWN = new Set<BlockInput['type']>(['image', 'video', 'audio']);
/** Files of the workspace itself. */
const OWN = /^\/api\/files\//u;

/**
 * Blocks that a model wrote, with links in the place of pictures from elsewhere: whoever told the model what to write
 * would learn by such an address, without a click, what it had read.
 */
export function withoutRemoteFiles(blocks: readonly BlockInput[]): BlockInput[] {
  return blocks.map((block) => {
    const children = withoutRemoteFiles(block.children ?? []);
    const url = String(block.props?.url ?? '');
    if (!SHOWN.has(block.type) || url === '' || OWN.test(url)) return { ...block, children };
    const [name, caption] = [block.props?.name, block.props?.caption].map((text) => String(text ?? ''));
    const link: Inline = {
      type: 'link',
      href: url,
      content: [{ type: 'text', text: name || url, styles: {} }],
    };
    const said: Inline[] = caption ? [{ type: 'text', text: ` ${caption}`, styles: {} }] : [];
    return { type: 'paragraph', content: [link, ...said], children };
  });
}
