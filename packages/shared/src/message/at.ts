/** A text of the same length in which each `＠`, as Chinese and Japanese keyboards write it, is an `@`. */
export function plainAt(text: string): string {
  return text.replaceAll('＠', '@');
}
