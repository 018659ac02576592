/** Placeholders for names in a sentence until it is rendered: `t('key', {person: nameMarks[0]})`. */
export const nameMarks = ['⟨0⟩', '⟨1⟩'] as const;

/**
 * A sentence with bold names. Names are inserted last, so that their content is rendered as it is.
 * @param words translated with `nameMarks` in place of the names
 */
export function BoldNames({ words, names }: { words: string; names: readonly string[] }) {
  return words.split(/(⟨\d⟩)/u).map((piece) => {
    const name = names[nameMarks.indexOf(piece as (typeof nameMarks)[number])];
    return name === undefined ? piece : <strong key={piece}>{name}</strong>;
  });
}
