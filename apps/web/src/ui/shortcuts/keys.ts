/** Whether the keyboard is an Apple one, whose main modifier is Command. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** A combination as it is written: modifiers joined by "+", the key last. `mod` is Command or Control. */
export type Keys = string;

/** Whether the event is this combination. A lone character counts as typed, wherever it is on the keyboard. */
export function matches(keys: Keys, event: KeyboardEvent): boolean {
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = new Set(parts.slice(0, -1));
  const main = isApple ? event.metaKey : event.ctrlKey;
  const other = isApple ? event.ctrlKey : event.metaKey;
  if (main !== modifiers.has('mod') || other || event.altKey !== modifiers.has('alt')) return false;
  // Shift is part of how a character such as "?" is typed.
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!isSign && event.shiftKey !== modifiers.has('shift')) return false;
  return event.key.toLowerCase() === key.toLowerCase();
}

const apple: Record<string, string> = { mod: '⌘', alt: '⌥', shift: '⇧', Enter: '↵', Escape: 'esc' };
const other: Record<string, string> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', Escape: 'Esc' };
const arrows: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** The keys of a combination as people read them. */
export function keyCaps(keys: Keys): string[] {
  const names = isApple ? apple : other;
  // The sign itself joins nothing.
  const parts = keys === '+' ? ['+'] : keys.split('+');
  return parts.map((part) => names[part] ?? arrows[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** Whether the person is writing, so that single characters are text. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
