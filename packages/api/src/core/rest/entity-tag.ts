/** Whether an If-None-Match header names `tag`: the client then has this very answer already. */
export function isHeld(ifNoneMatch: string | undefined, tag: string): boolean {
  const held = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return held.includes(tag) || held.includes('*');
}
