const FENCED = /^(`{3,}|~{3,})(?:markdown|md)?[ \t]*\n(?<inner>[\s\S]*?)\n?\1[ \t]*$/u;
const FENCE_BEGUN = /^(`{3,}|~{3,})(?:markdown|md)[ \t]*(?:\n|$)/u;

/**
 * Removes the code fence that models put around Markdown, also while it is still open during streaming. A
 * fence with another language is code, and stays.
 */
export function bareSuggestion(text: string): string {
  const trimmed = text.trim();
  const whole = /^(?:`{3,}|~{3,})(?:markdown|md)/u.test(trimmed) ? FENCED.exec(trimmed) : null;
  return whole?.groups?.inner ?? trimmed.replace(FENCE_BEGUN, '');
}
