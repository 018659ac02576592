import type { Bilingual } from './language.ts';

/** Short exchanges that must match the whole message, not a word in it. */
export interface Phrase {
  id: string;
  said: RegExp[];
  answer: Bilingual;
}

/** The model's description of itself. */
export const identity: Bilingual = {
  en: `I am the **Tandem Guide**, a small program built into this workspace. I am not a language model: I recognise certain questions and give prepared answers. I know this product, tell the time, calculate and read web pages. For everything else, connect a language model; ask me how.`,
  'zh-CN': `我是 **Tandem 向导**，内置在这个工作区里的一个小程序。我不是语言模型：我能认出某些问题，并用事先写好的内容回答。我了解这个产品，会报时、计算、读取网页。其他事情请连接一个语言模型，您可以问我怎么做。`,
};

export const phrases: Phrase[] = [
  {
    id: 'greeting',
    said: [
      /^(?:hi|hello|hey|hiya|howdy|good (?:morning|afternoon|evening|day)|greetings|yo)(?:\s+(?:there|all|everyone|tandem|guide|again|assistant))?[\s!.,~👋]*$/iu,
      /^(?:你好|您好|嗨|哈喽|早上好|下午好|晚上好|早安|大家好|在吗|在么)[\s呀啊哦！!。.,，~？?👋]*$/u,
    ],
    answer: {
      en: `Hello! 👋 I am the Tandem Guide, a small program built into this workspace (not a language model).

You can try:

- *What time is it in Tokyo?*
- *12 \\* (3 + 4)*
- *Summarise https://example.com*
- *How do I connect a language model?*
- *What can you do?*`,
      'zh-CN': `您好！👋 我是 Tandem 向导，内置在这个工作区里的小程序（不是语言模型）。

您可以试试：

- 东京现在几点？
- 12 \\* (3 + 4)
- 总结 https://example.com
- 怎么连接语言模型？
- 你能做什么？`,
    },
  },
  {
    id: 'howAreYou',
    said: [
      /^(?:hi,? |hello,? |hey,? )?how (?:are you|is it going|do you do)[\s\S]{0,12}$/i,
      /^(?:你)?(?:最近|今天)?(?:怎么样|好吗|还好吗)[？?！!。\s]*$/,
    ],
    answer: {
      en: 'Running well, thank you. What would you like to know?',
      'zh-CN': '运行正常，谢谢。您想了解什么？',
    },
  },
  {
    id: 'thanks',
    said: [
      /^(?:ok(?:ay)?[\s,.!]*)?(?:thanks?|thank you|thx|ty|cheers|great|perfect|nice|cool|awesome|got it|ok(?:ay)?)(?:[\s,]+(?:a lot|so much|very much|you|again|man|that helps?|it works))*[\s!.👍🙏]*$/iu,
      /^(?:好的?[，,\s]*)?(?:谢谢|多谢|感谢|谢啦|辛苦了|明白了?|知道了|好的|太好了|不错)(?:你|您)?[\s了啦！!。.👍🙏]*$/u,
    ],
    answer: { en: 'You are welcome.', 'zh-CN': '不客气。' },
  },
  {
    id: 'goodbye',
    said: [
      /^(?:good ?)?(?:bye|goodbye|see you|see ya|good night)[\s\S]{0,15}$/i,
      /^(?:再见|拜拜|回头见|晚安)[\s！!。.]*$/,
    ],
    answer: { en: 'Goodbye! This conversation stays here for you.', 'zh-CN': '再见！这段对话会留在这里。' },
  },
  {
    id: 'identity',
    said: [
      /\bwho (?:are you|am i (?:talking|speaking|chatting) (?:to|with)|made you)\b|\bwhat are you\b|\bwhat(?:'s| is) your name\b|\bare you (?:an? )?(?:ai|bot|robot|human|real|person|chatgpt|gpt\S*|claude|gemini|llm|language model|program)\b|\bintroduce yourself\b|\bwhich model are you\b|\bwhat model (?:are you|is this)\b/i,
      /你是谁|你是什么|你叫什么|自我介绍|介绍(?:一下)?你自己|你是(?:不是)?.{0,8}(?:吗|机器人|人工智能|真人|模型)|(?:这|你)是(?:什么|哪个|哪一个)模型/,
    ],
    answer: identity,
  },
  {
    id: 'help',
    said: [
      /^(?:help|\/help|\?|？|start|menu)[\s!.]*$/i,
      /\bwhat can (?:you|i) (?:do|ask|help)\b|\bhow can you help\b|\bwhat do you (?:do|know)\b|\bhow (?:do i|to) (?:get started|start|begin|use (?:this|tandem|it))\b|\bhow does (?:this|tandem|it) work\b|\bget(?:ting)? started\b|\bwhat is (?:this|tandem)\b|\btell me about (?:this|tandem)\b|\bgive me a tour\b|\bfeatures?\b|\bhelp me\b\s*[.!?]*$/i,
      /^(?:帮助|帮忙|菜单|开始)[\s！!。.？?]*$/,
      /(?:你|我|这里)(?:在这里|在这儿)?(?:能|会|可以)(?:做|帮|干)?(?:些)?(?:什么|啥)|带我(?:了解|看看)|(?:怎么|如何)(?:开始|使用|上手)(?:$|[？?。！]|这个|它|tandem)|有(?:什么|哪些)功能|(?:这|tandem)(?:个产品|个软件|里)?(?:是什么|怎么用)|使用(?:说明|指南)|新手|入门/i,
    ],
    answer: {
      en: `**What I can do**, without any key or network service:

- tell the **time** anywhere: *"What time is it in Tokyo?"*
- **calculate** exactly: *"15% of 80"*, *"sqrt(2) * 10"*
- read a public **web page** and pick its main sentences: paste an address
- summarise **this conversation** or a long text you paste
- explain **this workspace**: channels, documents, sharing, search, assistants, models, administration, shortcuts, your data

I am a small built-in program, not a language model. For writing, translating, programming or reasoning, **connect a language model**: ask me *"How do I add a provider key?"*`,
      'zh-CN': `**我能做的事**，不需要任何密钥或网络服务：

- 报告任何地方的**时间**：“东京现在几点？”
- 精确**计算**：“12 * (3 + 4)”、“sqrt(2) * 10”
- 读取公开**网页**并挑出主要句子：贴上网址即可
- 总结**这段对话**，或您贴进来的长文本
- 介绍**这个工作区**：频道、文档、共享、搜索、助手、模型、管理、快捷键、数据

我是内置的小程序，不是语言模型。写作、翻译、编程、推理等，请**连接一个语言模型**，可以问我“怎么添加服务商密钥？”`,
    },
  },
];
