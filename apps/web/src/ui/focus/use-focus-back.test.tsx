import { render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useFocusBack } from './use-focus-back.ts';

function Dialog() {
  useFocusBack();
  return null;
}

const page = document.createElement('div');
afterEach(() => page.remove());

/** Opens a dialog while `opener` has the focus, has that go away where it does, and closes the dialog. */
function openAndClose(html: string, opener: string, goes?: string): void {
  page.innerHTML = html;
  document.body.append(page);
  page.querySelector<HTMLElement>(opener)?.focus();
  const { unmount } = render(<Dialog />);
  if (goes) page.querySelector(goes)?.remove();
  else page.querySelector<HTMLElement>(opener)?.blur();
  unmount();
}

describe('focus when a dialog closes', () => {
  it('returns to the button that opened it', async () => {
    openAndClose('<button id="opener">Share</button>', '#opener');
    await waitFor(() => expect(document.activeElement?.id).toBe('opener'));
  });

  it('returns to the button of the menu whose item opened it', async () => {
    const menu = '<div role="menu" aria-labelledby="target"><button id="item">People</button></div>';
    openAndClose(`<button id="target">Team</button>${menu}`, '#item', '[role=menu]');
    await waitFor(() => expect(document.activeElement?.id).toBe('target'));
  });
});
