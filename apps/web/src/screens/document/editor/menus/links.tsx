import {
  DeleteLinkButton,
  EditLinkButton,
  LinkToolbar,
  type LinkToolbarProps,
  useComponentsContext,
  useDictionary,
} from '@blocknote/react';
import { IconExternalLink } from '@tabler/icons-react';
import { readAddress } from '@tandem/shared/address/address';
import { isSafeLink } from '@tandem/shared/document/blocks';
import { createContext, useContext } from 'react';

/** Has a reader asked before an address opens; returns whether it does. */
export type AskToLeave = (leaving: { href: string }) => boolean;

/** For the menus of links, which the editor renders. */
export const AsksToLeave = createContext<AskToLeave>(() => false);

/** Whether a link of a document may be followed from this page. Others are drawn without their address. */
export function mayLink(href: string): boolean {
  return isSafeLink(href, location.origin);
}

/** The link that was pressed, if it is one of the text. */
export function linkAt(event: { target: EventTarget | null }): HTMLAnchorElement | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link?.getAttribute('href') ? link : null;
}

/**
 * Whether a link's address is shown before it opens. Models write documents too, and nothing tells their links from
 * those of people: only one whose words are its address opens at once.
 */
export function hidesAddress(link: HTMLAnchorElement): boolean {
  const words = link.textContent;
  const isShown = /^[!-~]+$/u.test(words) && words === link.getAttribute('href');
  return !isShown && readAddress(link.href, location.origin)?.kind === 'elsewhere';
}

/** Opens the link that was clicked while its text can be changed, as the editor would; one without an address opens nothing. */
export function followLink(event: MouseEvent, ask: AskToLeave): void {
  const link = linkAt(event);
  if (!link || (hidesAddress(link) && ask({ href: link.href }))) return;
  window.open(link.href, link.target || '_blank', 'noopener');
}

/** The menu of a link. It opens only what a click on the link itself would open. */
export function GuardedLinkToolbar(props: LinkToolbarProps) {
  const { url, text, range, setToolbarOpen, setToolbarPositionFrozen } = props;
  return (
    <LinkToolbar {...props}>
      <EditLinkButton {...{ url, text, range, setToolbarOpen, setToolbarPositionFrozen }} />
      {mayLink(url) && <OpenButton url={url} />}
      <DeleteLinkButton range={range} setToolbarOpen={setToolbarOpen} />
    </LinkToolbar>
  );
}

function OpenButton({ url }: { url: string }) {
  const Components = useComponentsContext();
  const ask = useContext(AsksToLeave);
  const { tooltip } = useDictionary().link_toolbar.open;
  if (!Components) return null;
  const isElsewhere = readAddress(url, location.origin)?.kind === 'elsewhere';
  return (
    <Components.LinkToolbar.Button
      className="bn-button"
      mainTooltip={tooltip}
      label={tooltip}
      isSelected={false}
      onClick={() => {
        if (!isElsewhere || !ask({ href: url })) window.open(url, '_blank', 'noopener');
      }}
      icon={<IconExternalLink size={18} stroke={1.75} aria-hidden />}
    />
  );
}
