import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepComposing } from './keep-composing.ts';

const heard = vi.fn<(key: string) => void>();
const hear = ({ key }: KeyboardEvent) => heard(key);
let stop: () => void;

beforeEach(() => {
  stop = keepComposing();
  document.addEventListener('keydown', hear);
});
afterEach(() => {
  stop();
  document.removeEventListener('keydown', hear);
  document.body.replaceChildren();
  heard.mockClear();
});

function press(tag: string, key: string, more: { isComposing?: boolean; keyCode?: number } = {}): void {
  const field = document.body.appendChild(document.createElement(tag));
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  for (const [name, value] of Object.entries(more)) Object.defineProperty(event, name, { value });
  field.dispatchEvent(event);
  expect(event.defaultPrevented, 'the input method still has it').toBe(false);
}

it.each(['input', 'textarea'])('keeps the keys of an input method from elements around a %s', (tag) => {
  press(tag, 'Escape', { isComposing: true });
  press(tag, 'Enter', { keyCode: 229 });
  expect(heard).not.toHaveBeenCalled();
});

it('passes every other key through, and those in a document’s text', () => {
  press('input', 'Escape');
  press('div', 'Enter', { isComposing: true });
  expect(heard.mock.calls).toEqual([['Escape'], ['Enter']]);
});
