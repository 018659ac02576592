import { afterEach, expect, it, vi } from 'vitest';
import { followLink, mayLink } from './links.tsx';

afterEach(() => vi.restoreAllMocks());

function click(href: string): ReturnType<typeof vi.spyOn> {
  const open = vi.spyOn(window, 'open').mockImplementation(() => null);
  const link = document.createElement('a');
  link.setAttribute('href', href);
  const words = link.appendChild(document.createElement('strong'));
  link.addEventListener('click', followLink);
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

it('opens any other link in a tab without opener or referrer', () => {
  expect(mayLink('https://example.com/')).toBe(true);
  expect(click('https://example.com/')).toHaveBeenCalledWith('https://example.com/', '_blank', 'noopener');
});
