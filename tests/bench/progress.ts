/** Prints one step of a long run. */
export function step(text: string): void {
  console.log(`· ${text}`);
}
