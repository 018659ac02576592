/** Digits, Roman numerals in one case, and either behind the letter of an appendix. */
const NUMBER = /^(?:[A-Z]+[-.]?)?\d+$|^[ivxlcdm]+$|^[IVXLCDM]+$/;

/** Whether a page's label is a page number; that of a section is its heading, and that of a sheet its rows. */
export function isPageNumber(label: string): boolean {
  return NUMBER.test(label);
}
