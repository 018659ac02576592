const holders: (() => boolean)[] = [];

/** Registers a kind of work that a reload would lose. @param isHeld whether there is any now */
export function holdWork(isHeld: () => boolean): void {
  holders.push(isHeld);
}

/** Whether a reload would lose work of the page. */
export function isWorkHeld(): boolean {
  return holders.some((isHeld) => isHeld());
}

window.addEventListener('beforeunload', (event) => {
  if (isWorkHeld()) event.preventDefault();
});
