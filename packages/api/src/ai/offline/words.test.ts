import { processorTime } from '@tandem/shared/testing/processor-time';
import { describe, expect, test } from 'vitest';
import { ask, model, promptOf, type Turn } from './testing.ts';
import { topics } from './topics.ts';

describe('describes itself', () => {
  test.each([
    'who are you?',
    'Are you ChatGPT?',
    'what are you',
    "What's your name?",
    'which model are you?',
  ])('%s', async (question) => {
    expect((await ask(question)).text).toMatch(/small program[\s\S]*not a language model/);
  });
  test.each(['你是谁', '你是什么模型', '你是真人吗？', '介绍一下你自己'])('%s', async (question) => {
    expect((await ask(question)).text).toMatch(/小程序[\s\S]*不是语言模型/);
  });

  test.each([
    'Write a poem about autumn',
    'Translate "dog" into French',
    'What is the capital of Peru?',
    '写一首诗',
    '法国的首都是哪里',
  ])('admits its limits: %s', async (question) => {
    expect((await ask(question)).text).toMatch(/beyond me|超出了我的能力/);
  });

  test('a request to write code or prose is not mistaken for a question about the product', async () => {
    expect((await ask('Write a function that lists all apps and their keys')).text).toContain('beyond me');
    expect((await ask('帮我写一个频道介绍')).text).toContain('超出了我的能力');
  });
});

describe('small talk', () => {
  test.each([
    ['hi', 'Hello!'],
    ['Hello there!', 'Hello!'],
    ['你好', '您好！'],
    ['您好！', '您好！'],
    ['thanks a lot!', 'welcome'],
    ['谢谢你', '不客气'],
    ['bye', 'Goodbye'],
    ['再见！', '再见'],
    ['how are you?', 'Running'],
    ['help', 'What I can do'],
    ['What can you do?', 'What I can do'],
    ['你能做什么？', '我能做的事'],
    ['我在这里可以做什么？请用几句话介绍一下。', '我能做的事'],
    ['show me a markdown example', '| Key | Does |'],
  ])('%s', async (question, expected) => {
    expect((await ask(question)).text).toContain(expected);
  });
});

describe('explains the product', () => {
  test.each([
    ['How do I add a provider key?', 'OPENAI_API_KEY'],
    ['How do I connect a language model?', 'OPENAI_BASE_URL'],
    ['can I use ollama here?', 'OLLAMA_URL'],
    ['怎么添加服务商密钥？', 'OPENAI_API_KEY'],
    ['怎么连接语言模型？', '连接语言模型'],
    ['keyboard shortcuts', 'Shift + Enter'],
    ['有哪些快捷键', '键盘快捷键'],
    ['what is a channel?', 'A channel is one conversation'],
    ['怎么新建频道', '点应用或其他频道旁'],
    ['how do I switch the model?', 'model menu'],
    ['What are assistants?', 'An assistant answers'],
    ['What is a space?', 'spaces'],
    ['how can I stop an answer?', '**Stop**'],
    ['where is my data stored?', 'npm run backup'],
    ['Is there a dark mode?', 'light, dark'],
    ['how do I sign in?', 'six-digit code'],
    ['which tools do you have?', '**Calculator**'],
    ['how do I configure the port?', '.env.example'],
    ['can my colleagues see this?', 'word by word'],
    ['how do I write a document?', 'A document is written by several people'],
    ['怎么导入文档？', '整个压缩包'],
    ['how do I share a channel?', 'A channel is one'],
    ['who can see this?', 'says who can see it'],
    ['怎么设置预算', '审计日志'],
    ['怎么邀请同事？', '访客'],
  ])('%s', async (question, expected) => {
    expect((await ask(question)).text).toContain(expected);
  });

  test('every topic exists in both languages and names only existing commands', () => {
    for (const { answer } of topics) {
      expect(answer.en).not.toMatch(/\p{Script=Han}/u);
      expect(answer['zh-CN']).toMatch(/\p{Script=Han}/u);
    }
  });
});

describe('the conversation itself', () => {
  const earlier: Turn[] = [
    ['user', 'What time is it in Tokyo?'],
    ['assistant', 'In Tokyo it is **01:30** on Sunday.'],
    ['user', 'And what is 6*7?'],
    ['assistant', '6*7 = **42**'],
  ];

  test('is summarised in the language of the question', async () => {
    const { text } = await ask('Please summarise our conversation', { earlier });
    expect(text).toContain('- You: What time is it in Tokyo?');
    expect(text).toContain('Answer: 6*7 = 42');
    expect((await ask('总结一下我们的对话', { earlier })).text).toContain('到目前为止');
    expect((await ask('summarise our conversation')).text).toContain('nothing to sum up');
  });

  test('includes an earlier summary', async () => {
    const prompt = promptOf(
      'recap',
      earlier,
      'Be kind.\n\nThe conversation before, in short:\n- Ada: likes otters',
    );
    const { content } = await model.doGenerate({ prompt });
    expect(JSON.stringify(content)).toContain('likes otters');
  });

  test('is repeated on request', async () => {
    expect((await ask('What did I just ask?', { earlier })).text).toBe('> And what is 6*7?');
    expect((await ask('say that again', { earlier })).text).toBe('6*7 = **42**');
    expect((await ask('我刚才问了什么')).text).toContain('还没有');
  });

  test('sets the language for a question without words', async () => {
    const { text } = await ask('???', {
      earlier: [
        ['user', '你好'],
        ['assistant', '您好！'],
      ],
    });
    expect(text).toMatch(/\p{Script=Han}/u);
  });

  test('continues a truncated answer', async () => {
    const question = 'What are assistants?';
    const full = (await ask(question)).text;
    const cutOff: Turn[] = [
      ['user', question],
      ['assistant', full.slice(0, 60)],
    ];
    const rest = await ask('Your answer was cut off. Go on exactly where it ends.', { earlier: cutOff });
    expect(full.slice(0, 60) + rest.text).toBe(full);
  });
});

describe('long texts', () => {
  const text =
    `Rivers shape the land. ${'Filler sentence about nothing in particular here. '.repeat(10)}Rivers carry sand, and sand shapes rivers in turn. `.repeat(
      10,
    );

  test('are summarised by their own sentences, with counts', async () => {
    const { text: answer } = await ask(text);
    expect(answer).toContain('Rivers carry sand');
    expect(answer).toMatch(/[\d,]+ words/);
    expect(answer).toContain('connect a language model');
  });

  test('are counted on request', async () => {
    expect((await ask('How many words are in this: one two three')).text).toBe(
      '3 words, 13 characters, 1 line.',
    );
  });

  test('of a megabyte are handled quickly', async () => {
    const took = await processorTime(async () => {
      await ask('word. '.repeat(170_000));
      await ask('字'.repeat(300_000));
      await ask(`${'('.repeat(50_000)}1+1`);
      await ask('- '.repeat(300_000));
    });
    // Takes half a second on an idle machine; quadratic time would take minutes.
    expect(took).toBeLessThan(5_000);
  });
});
