import { Menu } from '@mantine/core';
import { IconFileImport, IconLink, type IconPlus, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportPlace, openImport } from '../../../entities/exchange/store.ts';
import { openShare, type ShareTarget } from '../../../entities/share/store.ts';
import { copyText } from '../../../lib/clipboard.ts';
import { toast } from '../../../lib/toasts.ts';

/** A line of a menu about something in the tree. */
export function Item({ icon: Picture, children, ...rest }: ItemProps) {
  return (
    <Menu.Item leftSection={<Picture size={16} stroke={1.75} aria-hidden />} {...rest}>
      {children}
    </Menu.Item>
  );
}

/** A line that saves a file. */
export function LinkItem({ icon: Picture, href, children }: LinkItemProps) {
  return (
    <Menu.Item
      component="a"
      href={href}
      download
      leftSection={<Picture size={16} stroke={1.75} aria-hidden />}
    >
      {children}
    </Menu.Item>
  );
}

interface LinkItemProps {
  icon: typeof IconPlus;
  href: string;
  children: ReactNode;
}

interface ItemProps {
  icon: typeof IconPlus;
  children: ReactNode;
  onClick(event: MouseEvent): void;
  color?: string;
}

interface ShareItemProps {
  target: ShareTarget;
  manages: boolean;
}

/** Opens the share dialog. The tree does not wait for the item's translations. */
export function ShareItem(props: ShareItemProps) {
  return (
    <Suspense fallback={null}>
      <ShareOpener {...props} />
    </Suspense>
  );
}

function ShareOpener({ target, manages }: ShareItemProps) {
  const { t } = useTranslation('share');
  return (
    <Item icon={manages ? IconUserPlus : IconUsers} onClick={() => openShare(target)}>
      {t(manages ? 'menu.share' : 'menu.look')}
    </Item>
  );
}

/** Opens the dialog that takes files in as documents. */
export function ImportDocuments(place: ImportPlace) {
  const { t } = useTranslation('workspace');
  return (
    <Item icon={IconFileImport} onClick={() => openImport(place)}>
      {t(place.parentId === null ? 'document.import' : 'document.importInside')}
    </Item>
  );
}

/** Copies the address of an app or channel. */
export function CopyLink({ path }: { path: string }) {
  const { t } = useTranslation('workspace');
  return (
    <Item
      icon={IconLink}
      onClick={async () => {
        if (await copyText(location.origin + path)) toast.success(t('menu.linkCopied'));
      }}
    >
      {t('menu.copyLink')}
    </Item>
  );
}
