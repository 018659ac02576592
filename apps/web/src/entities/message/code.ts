/** A stretch of what a person wrote: as it stands, or code that they marked. */
export interface Stretch {
  type: 'text' | 'inline' | 'block';
  text: string;
  /** As the fence of a block names it, "" otherwise. */
  language: string;
}

interface Fence {
  ticks: number;
  language: string;
}

const OPENING = /^ {0,3}(`{3,})[ \t]*([^\s`]*)[^`]*$/;
const CLOSING = /^ {0,3}(`{3,})[ \t]*$/;
/** Single backticks around words of one line. */
const INLINE = /(?<!`)`([^`\n]+)`(?!`)/;

/** Divides what a person wrote into code, fenced or between single backticks, and everything else. */
export function stretchesOf(text: string): Stretch[] {
  const found: Stretch[] = [];
  let lines: string[] = [];
  let fence: Fence | null = null;

  const endText = () => {
    for (const [index, words] of lines.join('\n').split(INLINE).entries())
      if (words !== '') found.push({ type: index % 2 === 1 ? 'inline' : 'text', text: words, language: '' });
    lines = [];
  };
  const endBlock = (language: string) => {
    found.push({ type: 'block', text: lines.join('\n'), language });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const [, ticks = '', language = '']: string[] = (fence ? CLOSING : OPENING).exec(line) ?? [];
    if (fence && ticks.length >= fence.ticks) {
      endBlock(fence.language);
      fence = null;
    } else if (!fence && ticks !== '') {
      endText();
      fence = { ticks: ticks.length, language: language.toLowerCase() };
    } else lines.push(line);
  }
  // An open fence goes on to the end.
  if (fence) endBlock(fence.language);
  else endText();
  return found;
}
