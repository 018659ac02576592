import type { Intent } from '../intent.ts';

/** Names what came with the question, and says that it takes a language model to look into it. */
export const attachment: Intent = {
  name: 'attachment',
  reply({ attached, language }) {
    if (attached.length === 0) return null;
    const names = attached.map((name) => `- ${name.replace(/([\\`*_[\]<>])/g, '\\$1')}`).join('\n');
    return {
      text:
        language === 'zh-CN'
          ? `我收到了：\n\n${names}\n\n频道里的每个人都可以查看和下载。我是内置的小程序，无法看懂文件内容；连接语言模型后就可以提问了，问我“怎么连接语言模型？”即可看到步骤。`
          : `I see what you attached:\n\n${names}\n\nEveryone in this channel can look at it and save it. I am a small program built into this workspace and cannot read files myself; once a language model is connected, it can. Ask me *"How do I connect a language model?"* for the steps.`,
    };
  },
};
