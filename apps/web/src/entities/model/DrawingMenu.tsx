import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { aspects, type Drawing, MAX_DRAWN } from '@tandem/shared/image/schema';
import { useTranslation } from 'react-i18next';
import classes from './DrawingMenu.module.css';

const counts = Array.from({ length: MAX_DRAWN }, (_, index) => index + 1);

interface DrawingMenuProps {
  value: Drawing;
  onChange(drawing: Drawing): void;
}

/** Chooses the shape and the number of the pictures that are asked for next. */
export default function DrawingMenu({ value, onChange }: DrawingMenuProps) {
  const { t } = useTranslation('image');
  const { aspect, count } = value;
  return (
    <Menu position="bottom-start" width={200} withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.target}
          aria-label={t('options', { shape: t(`aspect.${aspect}`), count })}
          title={t('optionsHint')}
        >
          <span className={classes.frame} data-aspect={aspect} aria-hidden />
          <span aria-hidden>× {count}</span>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shape')}</Menu.Label>
        {aspects.map((each) => (
          <Menu.RadioItem
            key={each}
            value={each}
            checked={each === aspect}
            closeMenuOnClick={false}
            onChange={() => onChange({ ...value, aspect: each })}
          >
            <span className={classes.line}>
              <span className={classes.frame} data-aspect={each} aria-hidden />
              {t(`aspect.${each}`)}
            </span>
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('count')}</Menu.Label>
        {counts.map((each) => (
          <Menu.RadioItem
            key={each}
            value={String(each)}
            checked={each === count}
            closeMenuOnClick={false}
            onChange={() => onChange({ ...value, count: each })}
          >
            {each}
          </Menu.RadioItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
