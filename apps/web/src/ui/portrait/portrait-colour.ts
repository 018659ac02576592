/** Colours of the theme in which a letter can be read in light and in dark, and that differ from their neighbours. */
const colours = [
  'teal',
  'indigo',
  'grape',
  'orange',
  'blue',
  'pink',
  'green',
  'violet',
  'cyan',
  'red',
] as const;

/**
 * The colour of a person without a picture: the same for a given name, so that people are easily
 * distinguished.
 */
export function portraitColour(name: string): (typeof colours)[number] {
  let sum = 0;
  for (const sign of name.trim().toLowerCase()) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return colours[sum % colours.length] ?? 'teal';
}
