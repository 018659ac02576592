/** A piece of a person's message: plain text, or code that they marked. */
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

/** Splits a person's message into code, fenced or in single backticks, and plain text. */
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
  // An open fence extends to the end.
  if (fence) endBlock(fence.language);
  else endText();
  return found;
}
