import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

interface LoadMoreProps extends ButtonProps {
  /** A list that is read page by page, as `useInfiniteQuery` returns it. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    /** After a failure it waits for a press. */
    isFetchNextPageError?: boolean;
    fetchNextPage(): unknown;
  };
  /** Loads without a press when it is this many pixels from coming into view. */
  within?: number;
}

/** Loads the next page of a list, by a press or when it comes into view; nothing once the list is complete. */
export function LoadMore({ list, within, ...look }: LoadMoreProps) {
  const { t } = useTranslation('common');
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(list);
  latest.current = list;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError = false } = list;
  const isWaiting = within !== undefined && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!isWaiting || !button.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void latest.current.fetchNextPage();
      },
      { rootMargin: `${within}px` },
    );
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [isWaiting, within]);
  if (!hasNextPage) return null;
  return (
    <Button
      ref={button}
      variant="subtle"
      color="gray"
      {...look}
      loading={isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {t('more')}
    </Button>
  );
}
