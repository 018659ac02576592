import type { Intent } from '../intent.ts';

const ADDRESS = /https?:\/\/[^\s<>"'`，。；！？）】」]+[^\s<>"'`，。；！？）】」.,;:!?)\]]/giu;
const TOOL = 'fetch_page';

/** An address in the question: read it. */
export const page: Intent = {
  name: 'page',
  reply({ question, tools, language }) {
    const addresses = [...new Set(question.match(ADDRESS) ?? [])].slice(0, 3);
    if (addresses.length === 0) return null;
    if (tools.has(TOOL)) return { calls: addresses.map((url) => ({ tool: TOOL, input: { url } })) };
    return {
      text:
        language === 'zh-CN'
          ? '我看到了一个网址，但这里没有启用阅读网页的工具。'
          : 'I see an address there, but reading web pages is not switched on for me here.',
    };
  },
};
