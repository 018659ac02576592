import { type Bilingual, languageOf } from '../language.ts';

const NOTE: Bilingual = {
  en: 'Drawn by a small program built into this workspace, which composes simple shapes and is no image model. With a provider that has one, this becomes a real picture; ask the built-in guide *“How do I connect a language model?”* for the steps.',
  'zh-CN':
    '这是由工作区内置的小程序用简单图形拼成的，它不是图像模型。连接带有图像模型的服务商后，就能得到真正的图片；向内置向导提问“怎么连接语言模型？”即可看到步骤。',
};

/** The note below a built-in drawing, in the language of the prompt. */
export function noteOnDrawing(prompt: string): string {
  return NOTE[languageOf(prompt, 'en')];
}
