import { emailSchema } from '@tandem/shared/user/schema';

/** Addresses that somebody typed or pasted, each once, and what among them is none. */
export function readAddresses(text: string): { good: string[]; bad: string[] } {
  // Mail programs copy people as `Ada Lovelace <ada@example.com>`.
  const words = text
    .replaceAll(/[^<>,;\n]*<([^<>]*)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter(Boolean);
  const good = new Set<string>();
  const bad: string[] = [];
  for (const word of words) {
    const read = emailSchema.safeParse(word.replaceAll(/^["'(]+|["').]+$/g, ''));
    if (read.success) good.add(read.data);
    else bad.push(word);
  }
  return { good: [...good], bad };
}
