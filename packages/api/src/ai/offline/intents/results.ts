import type { Language } from '@tandem/shared/user/schema';
import { keySentences } from '../extract.ts';
import type { Intent } from '../intent.ts';
import { languageOf } from '../language.ts';
import type { Reading, ToolAnswer } from '../reading.ts';
import { afterSources, READS_SOURCES } from './sources.ts';

const WEEKDAYS: Record<string, string> = {
  Monday: '星期一',
  Tuesday: '星期二',
  Wednesday: '星期三',
  Thursday: '星期四',
  Friday: '星期五',
  Saturday: '星期六',
  Sunday: '星期日',
};

/** Reports the results of tools to the person, or calls the next one. */
export const results: Intent = {
  name: 'results',
  reply(reading) {
    if (reading.results.length === 0) return null;
    const answer = afterSources(reading);
    if (answer && 'calls' in answer) return answer;
    const others = reading.results.filter(({ tool }) => answer === null || !READS_SOURCES.has(tool));
    return {
      text: [...others.map((result) => tell(result, reading)), ...(answer ? [answer.text] : [])].join('\n\n'),
    };
  },
};

function tell(result: ToolAnswer, reading: Reading): string {
  const { language } = reading;
  if (result.failed) {
    const words = typeof result.value === 'string' ? result.value : JSON.stringify(result.value);
    return language === 'zh-CN' ? `没有成功：${words}` : `That did not work: ${words}`;
  }
  const fields = fieldsOf(result.value);
  if (result.tool === 'current_time' && fields.time) return tellTime(fields, language);
  if (result.tool === 'calculator' && fields.result)
    return `${fields.expression ?? ''} = **${fields.result}**`.trim();
  if (result.tool === 'fetch_page' && fields.text) return tellPage(fields, reading);
  const shown = typeof result.value === 'string' ? result.value : JSON.stringify(result.value, null, 2);
  return `**${result.tool}**\n\n\`\`\`json\n${shown.slice(0, 4_000)}\n\`\`\``;
}

function tellTime(fields: Record<string, string>, language: Language): string {
  const { timeZone = '', date = '', weekday = '', utcOffset = '' } = fields;
  const clock = (fields.time ?? '').slice(0, 5);
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  if (language === 'zh-CN') {
    return `${place} 现在是 **${clock}**，${date}，${WEEKDAYS[weekday] ?? weekday}（${timeZone}，UTC${utcOffset}）。`;
  }
  return `In ${place} it is **${clock}** on ${weekday}, ${date} (${timeZone}, UTC${utcOffset}).`;
}

function tellPage(fields: Record<string, string>, { language, question }: Reading): string {
  const { text = '', title = '', url = '' } = fields;
  const wantsMore = /\b(?:detail|full|long|everything)\b|详细|全部|完整/i.test(question);
  const points = keySentences(text, wantsMore ? 10 : 5);
  const words =
    languageOf(text, language) === 'zh-CN' ? text.replace(/\s/g, '').length : text.split(/\s+/).length;
  const heading = title || new URL(url).hostname;
  const list = points.map((point) => `- ${point}`).join('\n');
  if (language === 'zh-CN') {
    return `**[${heading}](${url})**\n\n这一页最能说明内容的几句（原文摘录，约 ${words} 字）：\n\n${list}\n\n_我只是内置的小程序：这些句子按词频选出，我并不真正理解它们。_`;
  }
  return `**[${heading}](${url})**\n\nThe sentences that say most about this page (quoted as they are; about ${words} words in all):\n\n${list}\n\n_I am a small built-in program: I chose these by counting words, without understanding them._`;
}

function fieldsOf(value: unknown): Record<string, string> {
  const object = typeof value === 'string' ? parse(value) : value;
  if (typeof object !== 'object' || object === null) return {};
  return Object.fromEntries(Object.entries(object).map(([key, field]) => [key, String(field)]));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
