import { blockIn } from '@tandem/shared/document/citation';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Citation } from './Citation.tsx';

/** How the notes of a text lead to each other; there is nothing else in it that its own links could lead to. */
const NOTE = /^#user-content-/;

interface MarkdownLinkProps {
  href?: string | undefined;
  children?: ReactNode;
}

/** A link in a text: within the product it navigates, elsewhere it opens a new tab that knows nothing of us. */
export function MarkdownLink({ href = '', children }: MarkdownLinkProps) {
  if (blockIn(href) !== null) return <Citation hash={href}>{children}</Citation>;
  if (NOTE.test(href)) return <a href={href}>{children}</a>;
  const url = urlOf(href);
  if (url === null) return <span>{children}</span>;
  if (url.origin === location.origin && !url.pathname.startsWith('/api/')) {
    return <Link to={url.pathname + url.search + url.hash}>{children}</Link>;
  }
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** The address of a link that may be followed; null for any other kind, and for one that is not finished. */
function urlOf(href: string): URL | null {
  if (!/^(https?:|mailto:|tel:|\/)/i.test(href) || !URL.canParse(href, location.origin)) return null;
  return new URL(href, location.origin);
}
