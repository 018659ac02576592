import type { BlockInput } from '@tandem/shared/document/blocks';
import { fileUrl } from '@tandem/shared/file/schema';
import { describe, expect, it } from 'vitest';
import { blocksOfMarkdown } from './markdown.ts';
import { withoutRemoteFiles } from './remote.ts';

const picture = (url: string): BlockInput => ({ type: 'image', props: { url, name: 'a', caption: '' } });

describe('text by a model', () => {
  it.each(['https://evil.test/?q=secret', ' HTTP://evil.test', '//evil.test/x'])(
    'fetches nothing from %s',
    (url) => {
      const [block] = withoutRemoteFiles([{ type: 'quote', children: [picture(url)] }]);
      expect(JSON.stringify(block)).not.toContain('"image"');
    },
  );

  it.each(['/api/files/../user/logout', '/api/files/%2e%2e/user/logout', '/api/files/1', '/api/user/logout'])(
    'renders neither a picture nor a link of the call %s',
    (url) => {
      const [block] = withoutRemoteFiles([picture(url)]);
      expect(block).toMatchObject({ type: 'paragraph', content: [{ type: 'text', text: 'a' }] });
    },
  );

  it('links to a picture by its name', () => {
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

  it('shows files of the workspace, and leaves everything else unchanged', () => {
    const blocks: BlockInput[] = [
      picture(fileUrl('0b6e9d2c-6f0a-4c53-9f0e-6a1b2c3d4e5f')),
      { type: 'paragraph', content: [], children: [] },
    ];
    expect(withoutRemoteFiles(blocks)).toEqual(blocks.map((block) => ({ children: [], ...block })));
  });
});
