// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { matching } from './slash-items.tsx';

const items = [
  { title: '标题 1', aliases: ['h1', 'heading1'] },
  { title: '检查清单', aliases: ['待办', 'todo'] },
  { title: '代码块', aliases: ['code'] },
];
const found = async (query: string) => (await matching(items, query)).map(({ title }) => title);

describe('the slash menu', () => {
  it.each([
    ['', ['标题 1', '检查清单', '代码块']],
    ['daiban', ['检查清单']],
    ['待办', ['检查清单']],
    ['db', ['检查清单']],
    ['dai', ['检查清单', '代码块']],
    ['code', ['代码块']],
    ['h1', ['标题 1']],
    ['qqq', []],
  ])('finds for "%s" what is named or spelt so, in order', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });
});
