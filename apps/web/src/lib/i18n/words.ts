import i18n from 'i18next';

/** Namespaces asked for before translation began. */
const early = new Set(['common', 'error']);

/** What translation begins with: words that every screen has, and those already asked for. */
export function firstNamespaces(): string[] {
  return [...early];
}

/**
 * Fetches words along with the code that says them, all at once: a screen that only asks for them as it is shown
 * would wait for one file after the other.
 * @param namespaces files of words; one that cannot be read counts as read, and English stands in
 */
export async function readWords(namespaces: readonly string[]): Promise<void> {
  if (namespaces.length === 0) return;
  if (i18n.isInitialized) return i18n.loadNamespaces(namespaces);
  for (const namespace of namespaces) early.add(namespace);
  // Where translation has not begun it takes these along; where it just begins it does not.
  await new Promise<void>((resolve) => i18n.on('initialized', () => resolve()));
  await i18n.loadNamespaces(namespaces);
}
