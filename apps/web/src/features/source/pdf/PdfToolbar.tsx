import { ActionIcon, Menu, TextInput, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconLayoutSidebar,
  IconMarquee2,
  IconMoon,
  IconRotateClockwise,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scaleSteps, type Zoom } from './layout.ts';
import classes from './PdfViewer.module.css';
import { labelOf } from './use-pdf.ts';

interface PdfToolbarProps {
  /** Where the bytes of the file are. */
  url: string;
  name: string;
  /** From 1. */
  page: number;
  count: number;
  labels: readonly string[] | null;
  zoom: Zoom;
  scale: number;
  dark: boolean;
  panel: boolean;
  /** Whether a rectangle is being drawn. */
  drawing: boolean;
  onGo(page: number): void;
  onZoom(zoom: Zoom): void;
  onZoomBy(by: 1 | -1): void;
  onRotate(): void;
  onDark(): void;
  onPanel(): void;
  onFind(): void;
  onDraw(): void;
}

/** The tools above the pages. */
export function PdfToolbar(props: PdfToolbarProps) {
  const { page, count, labels, zoom, scale, dark, panel, url, name, onGo } = props;
  const { t, i18n } = useTranslation('source');
  const percent = (share: number) => new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share);
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('tools')}>
      <Tool label={t('panel.show')} pressed={panel} onClick={props.onPanel}>
        <IconLayoutSidebar size={17} stroke={1.75} />
      </Tool>
      <span className={classes.group}>
        <Tool label={t('page.previous')} disabled={page <= 1} onClick={() => onGo(page - 1)}>
          <IconChevronUp size={17} stroke={1.75} />
        </Tool>
        <PageField {...{ page, count, labels, onGo }} />
        <Tool label={t('page.next')} disabled={page >= count} onClick={() => onGo(page + 1)}>
          <IconChevronDown size={17} stroke={1.75} />
        </Tool>
      </span>
      <span className={classes.group}>
        <Tool label={t('zoom.out')} wide onClick={() => props.onZoomBy(-1)}>
          <IconZoomOut size={17} stroke={1.75} />
        </Tool>
        <Menu position="bottom" withinPortal={false}>
          <Menu.Target>
            <button
              type="button"
              className={classes.scale}
              aria-label={`${t('zoom.choose')} ${percent(scale)}`}
            >
              {percent(scale)}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup
              value={String(zoom)}
              onChange={(value) =>
                props.onZoom(value === 'width' || value === 'page' ? value : Number(value))
              }
            >
              {(['width', 'page', ...scaleSteps] as const).map((choice) => (
                <Menu.RadioItem key={choice} value={String(choice)} closeMenuOnClick>
                  {typeof choice === 'number' ? percent(choice) : t(`zoom.${choice}`)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider className={classes.narrow ?? ''} />
            <Menu.Item className={classes.narrow ?? ''} onClick={props.onRotate}>
              {t('rotate')}
            </Menu.Item>
            <Menu.CheckboxItem
              className={classes.narrow ?? ''}
              checked={dark}
              closeMenuOnClick
              onChange={props.onDark}
            >
              {t('dark')}
            </Menu.CheckboxItem>
          </Menu.Dropdown>
        </Menu>
        <Tool label={t('zoom.in')} wide onClick={() => props.onZoomBy(1)}>
          <IconZoomIn size={17} stroke={1.75} />
        </Tool>
      </span>
      <span className={classes.group}>
        <Tool label={t('rotate')} wide onClick={props.onRotate}>
          <IconRotateClockwise size={17} stroke={1.75} />
        </Tool>
        <Tool label={t('dark')} wide pressed={dark} onClick={props.onDark}>
          <IconMoon size={17} stroke={1.75} />
        </Tool>
        <Tool label={t('area.tool')} pressed={props.drawing} onClick={props.onDraw}>
          <IconMarquee2 size={17} stroke={1.75} />
        </Tool>
        <Tool label={t('find.open')} onClick={props.onFind}>
          <IconSearch size={17} stroke={1.75} />
        </Tool>
        <Tooltip label={t('save')}>
          <ActionIcon
            component="a"
            href={`${url}${url.includes('?') ? '&' : '?'}download=1`}
            download={name}
            aria-label={t('save')}
          >
            <IconDownload size={17} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  );
}

interface ToolProps {
  label: string;
  pressed?: boolean;
  disabled?: boolean;
  /** Left out where there is little space. */
  wide?: boolean;
  onClick(): void;
  children: ReactNode;
}

function Tool({ label, pressed, disabled = false, wide = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={wide ? (classes.wide ?? '') : ''}
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...(pressed && { variant: 'light' })}
        disabled={disabled}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

type PageFieldProps = Pick<PdfToolbarProps, 'page' | 'count' | 'labels' | 'onGo'>;

/** The page that is read, as it is printed; another one goes there. */
function PageField({ page, count, labels, onGo }: PageFieldProps) {
  const { t } = useTranslation('source');
  // Null: not being typed in.
  const [typed, setTyped] = useState<string | null>(null);
  const label = labelOf(labels, page);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = (typed ?? label).trim();
    const printed = labels?.findIndex((label) => label.trim().toLowerCase() === wanted.toLowerCase()) ?? -1;
    const number = printed >= 0 ? printed + 1 : Number(wanted);
    if (Number.isInteger(number) && number >= 1 && number <= count) onGo(number);
    setTyped(null);
  };
  return (
    <form className={classes.field} onSubmit={submit}>
      <TextInput
        size="xs"
        className={classes.number ?? ''}
        aria-label={t('page.go')}
        value={typed ?? label}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <span className={classes.count}>
        {label !== String(page) ? t('page.placeOf', { page, count }) : t('page.of', { count })}
      </span>
    </form>
  );
}
