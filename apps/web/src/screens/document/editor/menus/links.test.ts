import { afterEach, expect, it, vi } from 'vitest';
import { followLink, mayLink } from './links.tsx';

afterEach(() => vi.restoreAllMocks());

const ask = vi.fn(() => true);

function click(href: string, text = 'words'): ReturnType<typeof vi.spyOn> {
  ask.mockClear();
  const open = vi
    .spyOn(window, 'open')
    .mockImplementation(() => null)
    .mockClear();
  const link = document.createElement('a');
  link.setAttribute('href', href);
  const words = link.appendChild(document.createElement('strong'));
  words.textContent = text;
  link.addEventListener('click', (event) => followLink(event, ask));
  words.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return open;
}

it.each(['/api/user/logout', '/api/files/../user/logout', `${location.origin}/api/user/logout`])(
  'draws a stored link to the call %s without its address',
  (href) => {
    expect(mayLink(href)).toBe(false);
  },
);

it('opens nothing for a link without an address', () => {
  expect(click('')).not.toHaveBeenCalled();
});

it('opens a page of ours in a tab without opener', () => {
  const page = `${location.origin}/app/1`;
  expect(click(page)).toHaveBeenCalledWith(page, '_blank', 'noopener');
  expect(ask).not.toHaveBeenCalled();
});

it('shows the address of another site first, unless the words are it', () => {
  const address = 'https://example.com/?d=Ada';
  expect(mayLink(address)).toBe(true);
  expect(click(address)).not.toHaveBeenCalled();
  expect(ask).toHaveBeenCalledWith({ href: address });
  expect(click(address, address)).toHaveBeenCalledWith(address, '_blank', 'noopener');
  expect(ask).not.toHaveBeenCalled();
  // Letters that look alike hide where it leads.
  expect(click('https://ехample.com/', 'https://ехample.com/')).not.toHaveBeenCalled();
});
