import type { BlockInput } from '@tandem/shared/document/blocks';
import { describe, expect, it } from 'vitest';
import { blocksOfMarkdown } from './document.markdown.ts';
import { withoutRemoteFiles } from './document.remote.ts';

const picture = (url: string): BlockInput => ({ type: 'image', props: { url, name: 'a', caption: '' } });

describe('what a model wrote', () => {
  it.each(['https://evil.test/?q=secret', ' HTTP://evil.test', '//evil.test/x'])(
    'fetches nothing from %s',
    (url) => {
      const [block] = withoutRemoteFiles([{ type: 'quote', children: [picture(url)] }]);
      expect(JSON.stringify(block)).not.toContain('"image"');
    },
  );

  it('leads to a picture by its name', () => {
    const blocks = withoutRemoteFiles(
      blocksOfMarkdown('See ![the plan](https://a.test/x.png "As of May") here'),
    );
    const [, middle] = blocks;
    expect(blocks).toHaveLength(3);
    expect(middle).toMatchObject({
      type: 'paragraph',
      content: [
        { type: 'link', href: 'https://a.test/x.png', content: [{ text: 'the plan' }] },
        { type: 'text', text: ' As of May' },
      ],
    });
  });

  it('shows files of the workspace, and everything else as it is', () => {
    const blocks: BlockInput[] = [picture('/api/files/1'), { type: 'paragraph', content: [], children: [] }];
    expect(withoutRemoteFiles(blocks)).toEqual(blocks.map((block) => ({ children: [], ...block })));
  });
});
