/**
 * The locale whose formats dates and numbers use in a language: that of the region that the browser lists for
 * it, such as British English where the interface is English, or else the language's own.
 * @param wanted the browser's languages, preferred first
 */
export function localeOf(language: string, wanted: readonly string[] = navigator.languages): string {
  const own = new Intl.Locale(language).maximize();
  return (
    wanted.find((tag) => {
      const other = localeIn(tag)?.maximize();
      return other?.language === own.language && other.script === own.script;
    }) ?? language
  );
}

function localeIn(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}
