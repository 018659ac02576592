import { gist } from '../extract.ts';
import type { Intent } from '../intent.ts';
import type { EarlierTurn, Reading } from '../reading.ts';

const SUMMARISE =
  /\b(?:summari[sz]e|sum up|recap|summary of|tl;?dr)\b[\s\S]{0,40}\b(?:conversation|chat|discussion|channel|thread|so far|we (?:said|discussed)|above|this)\b|^(?:please )?(?:summari[sz]e|sum up|recap|tl;?dr)[\s.!?]*$|\bwhat (?:have|did) we (?:talk|discuss|say)|(?:总结|概括|归纳|回顾)(?:一下)?(?:我们|这次|上面|以上|刚才|本)?(?:的)?(?:对话|聊天|讨论|内容|频道)?/i;
const REPEAT_MINE =
  /\bwhat did i (?:just )?(?:say|ask|write)\b|\bmy (?:last|previous) (?:question|message)\b|我(?:刚才|刚刚|上次|上一条)(?:说|问|写)/i;
const REPEAT_YOURS =
  /\b(?:repeat|say) (?:that|it)(?: again)?\b|\bwhat did you (?:just )?say\b|\byour (?:last|previous) (?:answer|message|reply)\b|再说一遍|重复一遍|你(?:刚才|刚刚)说/i;

/** Questions about the conversation itself. */
export const conversation: Intent = {
  name: 'conversation',
  reply(reading) {
    const { question, earlier } = reading;
    if (question.length > 200) return null;
    if (REPEAT_MINE.test(question))
      return repeat(
        reading,
        earlier.findLast(({ role }) => role === 'user'),
      );
    if (REPEAT_YOURS.test(question))
      return repeat(
        reading,
        earlier.findLast(({ role }) => role === 'assistant'),
      );
    if (SUMMARISE.test(question) && !/https?:\/\//.test(question)) return { text: summarise(reading) };
    return null;
  },
};

function repeat({ language }: Reading, turn: EarlierTurn | undefined) {
  if (turn) return { text: turn.role === 'assistant' ? turn.text : quoted(turn.text) };
  return { text: language === 'zh-CN' ? '这次对话里还没有别的内容。' : 'Nothing was said before this.' };
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function summarise({ language, earlier, instructions }: Reading): string {
  const zh = language === 'zh-CN';
  if (earlier.length === 0) {
    return zh
      ? '还没有可以总结的内容：这是第一条消息。'
      : 'There is nothing to sum up yet: this is the first message.';
  }
  const lines = earlier.flatMap((turn, index) => {
    if (turn.role !== 'user') return [];
    const answer = earlier[index + 1];
    const asked = `- ${zh ? '您' : 'You'}：${gist(turn.text, 160)}`.replace('：', zh ? '：' : ': ');
    if (answer?.role !== 'assistant') return [asked];
    return [asked, `  - ${zh ? '回答：' : 'Answer: '}${gist(answer.text, 200)}`];
  });
  const before =
    /\nThe conversation before, in short:\n([\s\S]*)$|^The conversation before, in short:\n([\s\S]*)$/.exec(
      instructions,
    );
  const older = before?.[1] ?? before?.[2];
  const heading = zh ? '**到目前为止**' : '**So far**';
  return [heading, '', ...(older ? [older.trim()] : []), ...lines].join('\n');
}
