import { gist } from '../extract.ts';
import type { Intent } from '../intent.ts';

/** Admits that a request is beyond this small program, and lists what it can do. Always replies. */
export const fallback: Intent = {
  name: 'fallback',
  reply({ question, language }) {
    if (question === '') {
      return {
        text:
          language === 'zh-CN'
            ? '请写点什么，我来看看能不能帮上忙。'
            : 'Write something, and I will see whether I can help.',
      };
    }
    const about = gist(question, 80);
    if (language === 'zh-CN') {
      return {
        text: `“${about}”超出了我的能力：我是内置的小程序，不是语言模型。

连接语言模型后，这个问题就能得到真正的回答，问我“怎么连接语言模型？”即可看到步骤。

在那之前，我可以报时（“东京现在几点？”）、计算（“12 * (3 + 4)”）、读取网页（贴上网址）、总结这段对话，以及介绍频道、助手和快捷键。`,
      };
    }
    return {
      text: `“${about}” is beyond me: I am a small program built into this workspace, not a language model.

Once a language model is connected, this question gets a real answer; ask me *"How do I connect a language model?"* for the steps.

Until then I can tell the time (*"What time is it in Tokyo?"*), calculate (*"12 \\* (3 + 4)"*), read web pages (paste an address), sum up this conversation, and explain channels, assistants and shortcuts.`,
    };
  },
};
