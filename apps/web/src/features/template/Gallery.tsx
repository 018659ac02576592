import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type TemplateFilter, useCategories, useTemplateList } from '../../entities/template/queries.ts';
import { describeError } from '../../lib/errors.ts';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { LoadMore } from '../../ui/page/LoadMore.tsx';
import classes from './Gallery.module.css';
import { TemplateCard } from './TemplateCard.tsx';

/** Milliseconds after the last key. */
const PAUSE = 150;

interface GalleryProps {
  filter: TemplateFilter;
  onFilter(filter: TemplateFilter): void;
  onOpen(templateId: string): void;
  /** The template that was looked at before, to be focused again. */
  lastId: string | null;
}

/** Templates by words and category. */
export function Gallery({ filter, onFilter, onOpen, lastId }: GalleryProps) {
  const { t } = useTranslation('template');
  const [keyword] = useDebouncedValue(filter.keyword.trim(), PAUSE);
  const list = useTemplateList({ ...filter, keyword });
  const templates = list.data?.pages.flatMap((page) => page.list) ?? [];
  const total = list.data?.pages[0]?.pagination.total ?? 0;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lastId) panel.current?.querySelector<HTMLElement>(`[data-template="${lastId}"]`)?.focus();
  }, [lastId]);

  return (
    <>
      <div className={classes.head}>
        <TextInput
          type="search"
          {...(lastId === null && { 'data-autofocus': true })}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          rightSection={
            filter.keyword !== '' && (
              <CloseButton
                size="sm"
                aria-label={t('search.clear')}
                onClick={() => onFilter({ ...filter, keyword: '' })}
              />
            )
          }
          value={filter.keyword}
          maxLength={200}
          onChange={(event) => onFilter({ ...filter, keyword: event.currentTarget.value })}
        />
        <CategoryFilter filter={filter} onFilter={onFilter} />
      </div>
      <div className={classes.scroll} ref={panel} aria-busy={list.isFetching}>
        <p className={classes.count} role="status">
          {list.data && templates.length > 0 && t('list.found', { count: total })}
        </p>
        {list.isPending && <Skeletons />}
        {list.error && !list.data && (
          <div className={classes.empty} role="alert">
            <p className={classes.none}>{t('list.failed')}</p>
            <p>{describeError(list.error)}</p>
            <Button variant="default" onClick={() => void list.refetch()}>
              {t('list.again')}
            </Button>
          </div>
        )}
        {list.data && templates.length === 0 && (
          <Nothing filter={{ ...filter, keyword }} onFilter={onFilter} />
        )}
        <ul className={classes.grid} aria-label={t('list.label')}>
          {templates.map((template) => (
            <li key={template.id}>
              <TemplateCard template={template} onOpen={onOpen} />
            </li>
          ))}
        </ul>
        <LoadMore list={list} display="block" mt="sm" mx="auto" />
      </div>
    </>
  );
}

const ALL = 'all';
const TEAM = 'team';

function CategoryFilter({ filter, onFilter }: Pick<GalleryProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation('template');
  const { data: categories = [] } = useCategories();
  return (
    <FilterChips
      label={t('filter.label')}
      chips={[
        { value: ALL, label: t('filter.all') },
        ...categories.map(({ id }) => ({ value: id, label: t(`category.${id}`) })),
        { value: TEAM, label: t('filter.team') },
      ]}
      chosen={filter.category ?? (filter.group === TEAM ? TEAM : ALL)}
      onChoose={(value) =>
        onFilter({
          ...filter,
          category: value === ALL || value === TEAM ? null : value,
          group: value === TEAM ? TEAM : null,
        })
      }
    />
  );
}

function Nothing({ filter, onFilter }: Pick<GalleryProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation('template');
  const ofTeam = filter.group === 'team' && filter.keyword === '';
  return (
    <div className={classes.empty}>
      <IconTemplate size={28} stroke={1.5} aria-hidden />
      <p className={classes.none}>{t(ofTeam ? 'list.noneTeam' : 'list.none')}</p>
      <p>{t(ofTeam ? 'list.noneTeamWords' : 'list.noneWords')}</p>
      <Button
        variant="default"
        onClick={() => onFilter({ keyword: '', category: null, group: null, kind: null })}
      >
        {t('list.showAll')}
      </Button>
    </div>
  );
}

/** Placeholders for cards. */
function Skeletons() {
  return (
    <div className={classes.grid} aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <div key={n} className={classes.skeleton} />
      ))}
    </div>
  );
}
