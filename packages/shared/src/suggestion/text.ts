const FENCED = /^(`{3,}|~{3,})(?:markdown|md)?[ \t]*\n(?<inner>[\s\S]*?)\n?\1[ \t]*$/u;
const FENCE_BEGUN = /^(`{3,}|~{3,})(?:markdown|md)[ \t]*(?:\n|$)/u;

/**
 * The text of a suggestion without the fence that models like to put around Markdown; also of one that is still
 * growing, whose fence is not closed yet. A fence of another language is code, and stays.
 */
export function bareSuggestion(text: string): string {
  const trimmed = text.trim();
  const whole = /^(?:`{3,}|~{3,})(?:markdown|md)/u.test(trimmed) ? FENCED.exec(trimmed) : null;
  return whole?.groups?.inner ?? trimmed.replace(FENCE_BEGUN, '');
}
