/** Code, fenced or inline, in which nothing is a formula. */
const CODE = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;

/**
 * A formula between single dollars; one between double dollars is skipped. There is no space just inside, and
 * no letter or digit just outside: "$5 and $10" and "$HOME:$PATH" are none.
 */
const SINGLE = /\$\$[\s\S]*?(?:\$\$|$)|(?<![\\\w$])\$(?![\s$])((?:\\.|[^$\n\\])+)(?<!\s)\$(?![\w$])/g;
/** Distinguishes a formula from an amount of money. */
const MATHEMATICAL = /[\\^_=]|^[a-z]$/i;

/** Writes the brackets and single dollars in which many models put formulas as the dollars the parser knows. */
export function mathDelimiters(text: string): string {
  if (!text.includes('\\(') && !text.includes('\\[') && !text.includes('$')) return text;
  return text
    .split(CODE)
    .map((piece, index) => (index % 2 === 1 ? piece : withDollars(piece)))
    .join('');
}

/** A bracket that opens ends the search for the end of an earlier one: text can be full of them. */
function withDollars(text: string): string {
  return text
    .replace(/\\\[((?:(?!\\\[)[\s\S])+?)\\\]/g, (_match, formula: string) => `\n$$\n${formula.trim()}\n$$\n`)
    .replace(/\\\(((?:(?!\\\().)+?)\\\)/g, (_match, formula: string) => `$$${formula.trim()}$$`)
    .replace(SINGLE, (match, formula?: string) =>
      formula !== undefined && MATHEMATICAL.test(formula) ? `$$${formula}$$` : match,
    );
}
