import type { ReaderMark } from '@tandem/shared/dataset/reader';
import { useMessages } from '../../entities/message/context.ts';
import type { Selected, SourceTarget } from '../../features/source/viewer.ts';
import { useSession } from '../../lib/session/session.ts';

/** The ids of everyone else who has the chat open, as one text; empty for nobody. */
export function useOthersHere(): string {
  const userId = useSession((state) => state.user.id);
  return useMessages(({ people }) =>
    [...(people?.present.keys() ?? [])].filter((id) => id !== userId).join(' '),
  );
}

/** The mark that others are told of: the selection on the page, else the quote that is shown there. */
export function markOf(
  page: number,
  selected: Selected | null,
  { page: of, mark, area }: SourceTarget,
): ReaderMark | null {
  if (selected?.page === page)
    return 'area' in selected ? { area: selected.area } : { from: selected.from, to: selected.to };
  if (of !== page) return null;
  if (area) return { area };
  return mark && mark.from < mark.to ? { from: mark.from, to: mark.to } : null;
}
