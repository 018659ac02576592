/** Stands in for the merging of Tailwind's classes, of which streamdown's elements keep none here. */
export function twMerge(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
