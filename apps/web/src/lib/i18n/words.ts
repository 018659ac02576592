import i18n from 'i18next';

/** Namespaces asked for before translation began. */
const early = new Set(['common', 'error']);

/** The namespaces loaded at the start: the common ones, and those already requested. */
export function firstNamespaces(): string[] {
  return [...early];
}

/**
 * Loads namespaces in parallel with the code that uses them: otherwise a screen would wait for one file after
 * the other.
 * @param namespaces one that cannot be read counts as read, and English replaces it
 */
export async function readWords(namespaces: readonly string[]): Promise<void> {
  if (namespaces.length === 0) return;
  if (i18n.isInitialized) return i18n.loadNamespaces(namespaces);
  for (const namespace of namespaces) early.add(namespace);
  // Before i18next has started it loads these with it; while it is starting it does not.
  await new Promise<void>((resolve) => i18n.on('initialized', () => resolve()));
  await i18n.loadNamespaces(namespaces);
}
