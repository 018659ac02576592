import type { WrittenOverview } from '@tandem/shared/dataset/overview';
import type { Language } from '@tandem/shared/user/schema';
import { keywordsOf } from './extract.ts';
import { keyUnits } from './quote/key.ts';

/** Characters of one sentence and of one heading. */
const MAX_SENTENCE = 400;
const MAX_HEADING = 80;
/** Headings that are found at most. */
const MAX_OUTLINE = 12;

/** All pages are of one source. */
const SOURCE = { name: '', label: null };

/** Questions about one subject. */
const about: Record<Language, (subject: string) => string> = {
  en: (subject) => `What does it say about “${subject}”?`,
  'zh-CN': (subject) => `关于“${subject}”，其中说了什么？`,
};
/** Questions about any source, for one without subjects. */
const general: Record<Language, string[]> = {
  en: ['What is it about?', 'What are its key points?', 'What does it conclude?'],
  'zh-CN': ['这份资料讲了什么？', '其中的要点是什么？', '其中的结论是什么？'],
};

/**
 * Answers `overviewRequest` without understanding the source: its most representative sentences, the lines that look
 * like headings, and questions about the words that recur most.
 */
export function overviewFor(instructions: string, prompt: string): string {
  const language: Language = instructions.includes('(zh-CN)') ? 'zh-CN' : 'en';
  const pages = [...prompt.matchAll(/^page (\d+):\n<part-([0-9a-f]+)>\n([\s\S]*?)\n<\/part-\2>/gm)].map(
    ([, page, , text = '']) => ({ page: Number(page), text: joined(text) }),
  );
  const text = pages.map((page) => page.text).join('\n');
  const outline = instructions.includes('"outline"') ? pages.flatMap(headingsOf).slice(0, MAX_OUTLINE) : [];
  const sentences = keyUnits(
    pages.map(({ page, text: own }) => ({ ...SOURCE, id: `1.${page}`, text: own })),
  ).map(({ sentence }) => sentence.slice(0, MAX_SENTENCE));
  const summary = sentences.join(language === 'zh-CN' ? '' : ' ') || text.slice(0, MAX_SENTENCE).trim();
  const written: WrittenOverview = {
    summary: summary || '–',
    outline,
    questions: questionsOf(text, language),
  };
  return JSON.stringify(written);
}

/** Lines that were wrapped for paper are joined again. */
function joined(text: string): string {
  return text
    .replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '')
    .replace(/(?<=\p{Script=Han})\n(?=\p{Script=Han})/gu, '')
    .replace(/(?<=[\p{L}\p{N},;])\n(?=\p{Ll})/gu, ' ');
}

/** Short lines that begin as headings do: with a number, or as a chapter. */
function headingsOf({ page, text }: { page: number; text: string }): { title: string; page: number }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        line.length <= MAX_HEADING &&
        /^(?:\d{1,2}(?:\.\d{1,2}){0,2}\.? +\p{Lu}|(?:Chapter|Part|Section|Appendix) \S|第.{1,4}[章节部])/u.test(
          line,
        ) &&
        !/[.,;:。，；]$/u.test(line),
    )
    .map((title) => ({ title, page }));
}

function questionsOf(text: string, language: Language): string[] {
  const counts = new Map<string, number>();
  for (const word of keywordsOf(text))
    if (/^\p{L}{5,24}$|^\p{Script=Han}{2}$/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const subjects = [...counts]
    .filter(([, count]) => count > 1)
    .toSorted(([, a], [, b]) => b - a)
    .map(([word]) => about[language](word));
  return [general[language][0] as string, ...subjects, ...general[language].slice(1)].slice(0, 3);
}
