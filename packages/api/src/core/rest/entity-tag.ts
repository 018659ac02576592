/** Whether an If-None-Match header includes `tag`, so the client has this response already. */
export function isHeld(ifNoneMatch: string | undefined, tag: string): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return held.includes(tag) || held.includes('*');
}
