import type { FilePage, FilePages, FileReading } from '@tandem/shared/file/reading';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../lib/trpc.ts';

/** Pages fetched at once. */
const CHUNK = 20;
/** A file that is still being read is asked about again after this long, in milliseconds. */
const AGAIN_MS = 2_000;

export interface TextPagesState {
  /** Null until the first answer. */
  reading: FileReading | null;
  failed: boolean;
  /** By index, from 1. */
  pages: ReadonlyMap<number, FilePage>;
  /** Has the page and its neighbours fetched, unless they are known. */
  need(page: number): void;
  retry(): void;
}

/** The text of a file by pages, fetched as they are needed. */
export function useTextPages(fileId: string): TextPagesState {
  const [reading, setReading] = useState<FileReading | null>(null);
  const [failed, setFailed] = useState(false);
  const [pages, setPages] = useState<ReadonlyMap<number, FilePage>>(new Map());
  const asked = useRef(new Set<number>());
  const left = useRef(false);

  const fetchChunk = useCallback(
    async (chunk: number) => {
      if (asked.current.has(chunk)) return;
      asked.current.add(chunk);
      try {
        const answer: FilePages = await api.file.pages.query(
          { fileId, after: chunk * CHUNK, limit: CHUNK },
          { context: { silent: true } },
        );
        if (left.current) return;
        const { list, ...state } = answer;
        setFailed(false);
        setReading(state);
        setPages((held) => new Map([...held, ...list.map((page) => [page.index, page] as const)]));
        const isOver = state.status !== 'queued' && state.status !== 'reading';
        // The words of pictures come last.
        const isWhole =
          isOver || (list.length === CHUNK && list.every(({ problem }) => problem !== 'scanned'));
        if (!isWhole) asked.current.delete(chunk);
      } catch {
        asked.current.delete(chunk);
        if (!left.current) setFailed(true);
      }
    },
    [fileId],
  );

  useEffect(() => {
    left.current = false;
    asked.current = new Set();
    setReading(null);
    setPages(new Map());
    void fetchChunk(0);
    return () => {
      left.current = true;
    };
  }, [fetchChunk]);

  const isGoing = reading?.status === 'queued' || reading?.status === 'reading';
  useEffect(() => {
    if (!isGoing) return;
    const timer = setInterval(() => void fetchChunk(Math.floor((reading?.done ?? 0) / CHUNK)), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isGoing, reading?.done, fetchChunk]);

  const need = useCallback((page: number) => void fetchChunk(Math.floor((page - 1) / CHUNK)), [fetchChunk]);
  const retry = useCallback(() => void fetchChunk(0), [fetchChunk]);
  return { reading, failed, pages, need, retry };
}
