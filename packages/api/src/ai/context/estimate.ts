import type { Part } from '@tandem/shared/message/parts';

/** Overhead of a message besides its text: role, separators. */
export const MESSAGE_TOKENS = 6;
/** A picture at the usual size. */
export const IMAGE_TOKENS = 1_600;
/** Any other file, which providers turn into text or pictures. */
export const FILE_TOKENS = 3_000;

/** The words around what came from outside. */
const OUTSIDE_TOKENS = 60;

/** Estimates are made a little too high, since too low would overflow the model. */
const MARGIN = 1.1;

// Hundredths of a token by kind of character, so that the loop adds integers.
const LETTER = 25;
const SIGN = 50;
const OTHER_LETTER = 50;
const IDEOGRAPH = 100;
const RARE = 150;

function costOf(code: number): number {
  if (code < 0x80) {
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 32;
    return isLetter ? LETTER : SIGN;
  }
  // Latin with marks, Greek, Cyrillic, Hebrew, Arabic.
  if (code < 0x700) return OTHER_LETTER;
  const isIdeograph =
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xffef);
  return isIdeograph ? IDEOGRAPH : RARE;
}

/** Estimates the tokens of a text: about four Latin letters, or one Chinese character, to a token. */
export function estimateText(text: string): number {
  let hundredths = 0;
  for (let index = 0; index < text.length; index++) hundredths += costOf(text.charCodeAt(index));
  return Math.ceil((hundredths * MARGIN) / 100);
}

/** Estimates the tokens of any JSON-able value, as it would be written out. */
export function estimateJson(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return estimateText(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}

/** Estimates the tokens of one part of a message. */
export function estimatePart(part: Part): number {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return estimateText(part.text);
    case 'dynamic-tool':
      return (
        16 +
        estimateText(part.toolName) +
        estimateJson(part.input) +
        estimateJson(part.output ?? part.errorText)
      );
    case 'data-drawing':
    case 'data-citation':
    case 'data-grounding':
    case 'data-workspace':
    case 'data-pause':
    case 'data-limit':
      return 0;
    case 'data-said':
      return estimateText(part.data.text);
    case 'file':
      return part.mediaType.startsWith('image') ? IMAGE_TOKENS : FILE_TOKENS;
    case 'source-url':
    case 'step-start':
      return 0;
    case 'data-trigger':
      return part.data.outside === null ? 0 : OUTSIDE_TOKENS + estimateText(part.data.outside);
    case 'data-summary':
      return estimateText(part.data.text);
  }
}

/** Estimates the tokens of a message. */
export function estimateMessage(message: { parts: readonly Part[] }): number {
  return message.parts.reduce((sum, part) => sum + estimatePart(part), MESSAGE_TOKENS);
}
