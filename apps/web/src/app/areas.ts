/** The area of a path: its first segment without the slash, "" when there is none. */
export function areaOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}
