import { describe, expect, it } from 'vitest';
import { bareSuggestion } from './text.ts';

describe('the text of a suggestion', () => {
  it.each([
    ['  Some words. \n', 'Some words.'],
    ['```markdown\n# Head\n\nWords\n```', '# Head\n\nWords'],
    ['```md\n- one\n- two', '- one\n- two'],
    ['```markdown', ''],
    ['~~~markdown\n```js\ncode\n```\n~~~', '```js\ncode\n```'],
  ])('loses the fence around Markdown: %j', (text, bare) => {
    expect(bareSuggestion(text)).toBe(bare);
  });

  it.each(['```js\nlet a;\n```', '```\nplain\n```', 'Words\n\n```markdown\n# quoted\n```'])(
    'keeps code unchanged: %j',
    (text) => {
      expect(bareSuggestion(text)).toBe(text);
    },
  );
});
