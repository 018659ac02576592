import { readAddress } from '@tandem/shared/address/address';
import { citationIn } from '@tandem/shared/dataset/citation';
import { placeIn } from '@tandem/shared/dataset/place';
import { blockIn } from '@tandem/shared/document/citation';
import { type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import { OutsideLink } from '../address/OutsideLink.tsx';
import { Citation } from './Citation.tsx';
import { CitedSources } from './cited-sources.ts';

/** Links between the footnotes of a text; its own links can lead to nothing else in it. */
const NOTE = /^#user-content-/;
/** A link without any of these is a name, or is not finished. */
const FOLLOWED = /^(https?:|mailto:|tel:|\/)/i;

interface MarkdownLinkProps {
  href?: string | undefined;
  /** Whether its words are its address. */
  isShown?: boolean;
  children?: ReactNode;
}

/**
 * A link in a text: within the product it navigates, elsewhere it shows its address and opens a new tab that knows nothing of us. A call of
 * ours is no link, since a click would make it in the reader's name.
 */
export function MarkdownLink({ href = '', isShown = false, children }: MarkdownLinkProps) {
  const cited = useContext(CitedSources);
  const n = citationIn(href);
  if (n !== null) return cited?.(n) ?? <span>[{n}]</span>;
  if (blockIn(href) !== null || placeIn(href) !== null) return <Citation hash={href}>{children}</Citation>;
  if (NOTE.test(href)) return <a href={href}>{children}</a>;
  const address = FOLLOWED.test(href) ? readAddress(href, location.origin) : null;
  if (address === null) return <span>{children}</span>;
  if (address.kind === 'page') return <Link to={address.url}>{children}</Link>;
  return (
    <OutsideLink href={address.url} isShown={isShown}>
      {children}
    </OutsideLink>
  );
}
