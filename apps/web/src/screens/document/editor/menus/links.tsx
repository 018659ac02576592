import {
  DeleteLinkButton,
  EditLinkButton,
  LinkToolbar,
  type LinkToolbarProps,
  OpenLinkButton,
} from '@blocknote/react';
import { isSafeLink } from '@tandem/shared/document/blocks';

/** Whether a link of a document may be followed from this page. Others are drawn without their address. */
export function mayLink(href: string): boolean {
  return isSafeLink(href, location.origin);
}

/** Opens the link that was clicked while its text can be changed, as the editor would; one without an address opens nothing. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link?.getAttribute('href')) window.open(link.href, link.target || '_blank', 'noopener');
}

/** The menu of a link. It opens only what a click on the link itself would open. */
export function GuardedLinkToolbar(props: LinkToolbarProps) {
  const { url, text, range, setToolbarOpen, setToolbarPositionFrozen } = props;
  return (
    <LinkToolbar {...props}>
      <EditLinkButton {...{ url, text, range, setToolbarOpen, setToolbarPositionFrozen }} />
      {mayLink(url) && <OpenLinkButton url={url} />}
      <DeleteLinkButton range={range} setToolbarOpen={setToolbarOpen} />
    </LinkToolbar>
  );
}
