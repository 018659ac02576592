import { describe, expect, it } from 'vitest';
import { cursorOf } from './editor/typing/cursor.ts';
import { placesOf } from './find/find.ts';
import { textOf } from './own-text.ts';

/** A line with another writer's cursor between two letters. */
function lineWithCursor(): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = '<pre><code></code></pre>';
  const code = root.querySelector('code') as HTMLElement;
  code.append('graph ', cursorOf({ name: 'Cora', color: '#336699' }), 'LR');
  return root;
}

describe('the text of a document while others write', () => {
  it('is read without the names at cursors', () => {
    expect(textOf(lineWithCursor())).toBe('graph LR');
  });

  it('is found across a cursor, and names are not', () => {
    const root = lineWithCursor();
    expect(placesOf(root, 'graph lr')).toHaveLength(1);
    expect(placesOf(root, 'cora')).toHaveLength(0);
  });
});
