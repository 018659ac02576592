import type { Icon } from '@tabler/icons-react';
import { type AppType, routeSegmentOf } from '@tandem/shared/app/schema';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import { placeHash } from '@tandem/shared/dataset/place';
import { wordsHash } from '@tandem/shared/document/citation';
import type { Mark } from '@tandem/shared/search/marks';
import type { SearchHit, SearchKind, SourceHit } from '@tandem/shared/search/schema';
import { pathOf } from '../../entities/workspace/path.ts';
import type { Tree } from '../../entities/workspace/tree.ts';
import type { Keys } from '../../ui/shortcuts/keys.ts';
import { type Asked, fitting, localApps, localChannels, pathOfChannel, recentChannels } from './local.ts';

/** A command, found by its name. */
export interface Command {
  id: string;
  label: string;
  icon: Icon;
  /** Its shortcut. */
  keys?: Keys;
  run(): void;
}

/** One line of the palette. */
export interface PaletteItem {
  /** Unique among all items. */
  key: string;
  kind: SearchKind | 'command';
  title: string;
  /** Names of its ancestors, outermost first. */
  path: string[];
  /** Where it leads; absent for commands. */
  to?: string;
  run?(): void;
  icon?: Icon;
  emoji?: string;
  /** Contents of a channel or an app. */
  channelKind?: ChannelKind;
  appType?: AppType;
  keys?: Keys;
  avatar?: string;
  /** Author, excerpt and date of a comment or message. */
  excerpt?: { text: string; marks: Mark[] };
  author?: { name: string; avatar: string };
  note?: string;
  /** The page of a source that was found, as readers know it. */
  pageLabel?: string;
  date?: Date;
}

/** The filter: everything, or one kind. */
export type Filter = 'all' | SearchKind | 'command';

export interface Section {
  id: Filter | 'recent';
  items: PaletteItem[];
  /** Whether there are more results than shown. */
  more: boolean;
}

/** Results per kind while all kinds are shown. */
const FEW = 5;
/** Local results when one kind is selected. */
const MANY = 50;
const RECENT = 6;

type View = Pick<Tree, 'apps' | 'channels'>;

/** Items of an empty palette: recent places, and commands. */
export function restingSections(tree: View, openId: string | null, commands: readonly Command[]): Section[] {
  return compact([
    section(
      'recent',
      recentChannels(tree, openId, RECENT).map((channel) => channelItem(tree, channel)),
      RECENT,
    ),
    section('command', commands.map(commandItem), MANY),
  ]);
}

/**
 * Merges local results with those of the server. Names in the tree come from the tree.
 * @param hits the server's, of every kind
 */
export function foundSections(
  tree: View,
  asked: Asked,
  filter: Filter,
  commands: readonly Command[],
  hits: readonly SearchHit[],
): Section[] {
  const { query } = asked;
  // With one kind selected, an empty query lists everything.
  const isOpen = query.trim() === '';
  const most = filter === 'all' ? FEW : MANY + (isOpen ? 0 : hits.length);
  const remote = (kind: SearchKind, known: ReadonlyMap<string, unknown> = new Map()) =>
    hits
      .filter((hit) => hit.kind === kind && !known.has(String(hit.id)))
      .flatMap((hit) => hitItem(hit, query) ?? []);
  const all: Record<Exclude<Filter, 'all'>, () => PaletteItem[]> = {
    channel: () => [
      ...(isOpen ? recentChannels(tree, null, MANY) : localChannels(tree, asked)).map((channel) =>
        channelItem(tree, channel),
      ),
      ...remote('channel', tree.channels),
    ],
    app: () => [
      ...(isOpen ? [...tree.apps.values()] : localApps(tree, asked)).map(appItem),
      ...remote('app', tree.apps),
    ],
    command: () => (isOpen ? commands : fitting(commands, ({ label }) => label, asked)).map(commandItem),
    person: () => remote('person'),
    assistant: () => remote('assistant'),
    document: () => remote('document'),
    source: () => remote('source'),
    comment: () => remote('comment'),
    message: () => remote('message'),
  };
  const kinds = filter === 'all' ? (Object.keys(all) as (keyof typeof all)[]) : [filter];
  return compact(kinds.map((kind) => section(kind, all[kind](), most)));
}

function section(id: Section['id'], items: PaletteItem[], most: number): Section {
  return { id, items: items.slice(0, most), more: items.length > most };
}

function compact(sections: Section[]): Section[] {
  return sections.filter(({ items }) => items.length > 0);
}

function channelItem(tree: View, channel: Parameters<typeof pathOfChannel>[1]): PaletteItem {
  return {
    key: channel.id,
    kind: 'channel',
    title: channel.name,
    path: pathOfChannel(tree, channel),
    to: pathOf.channel(channel),
    emoji: channel.icon,
    channelKind: channel.kind,
    date: channel.activeAt,
  };
}

function appItem(app: Parameters<typeof pathOf.app>[0] & { name: string; icon: string }): PaletteItem {
  return {
    key: app.id,
    kind: 'app',
    title: app.name,
    path: [],
    to: pathOf.app(app),
    emoji: app.icon,
    appType: app.type,
  };
}

function commandItem({ id, label, icon, keys, run }: Command): PaletteItem {
  return { key: `command:${id}`, kind: 'command', title: label, path: [], icon, run, ...(keys && { keys }) };
}

/** Converts a server's hit to a line; null for kinds without a screen. */
function hitItem(hit: SearchHit, query: string): PaletteItem | null {
  const { title, path } = hit;
  const key = `${hit.kind}:${hit.id}`;
  switch (hit.kind) {
    case 'app':
      return {
        key,
        kind: 'app',
        title,
        path,
        emoji: hit.icon,
        appType: hit.type,
        to: `/${routeSegmentOf[hit.type]}/${hit.id}`,
      };
    case 'channel':
      return {
        key,
        kind: 'channel',
        title,
        path,
        emoji: hit.icon,
        channelKind: hit.channelKind,
        date: hit.activeAt,
        to: `/${routeSegmentOf[hit.appType]}/${hit.appId}/c/${hit.id}`,
      };
    case 'assistant':
      return {
        key,
        kind: 'assistant',
        title,
        path,
        avatar: hit.avatar,
        to: `/assistant?id=${hit.id}`,
      };
    case 'person':
      return {
        key,
        kind: 'person',
        title,
        path,
        avatar: hit.avatar,
        note: hit.email,
        to: `mailto:${hit.email}`,
      };
    case 'document':
      return {
        key,
        kind: 'document',
        title,
        path,
        excerpt: hit.excerpt,
        emoji: hit.icon,
        channelKind: 'document',
        date: hit.editedAt,
        to: `/${routeSegmentOf[hit.appType]}/${hit.appId}/c/${hit.id}${wordsHash(query)}`,
      };
    case 'source':
      return sourceItem(hit);
    case 'comment':
      return {
        key,
        kind: 'comment',
        title,
        path,
        excerpt: hit.excerpt,
        author: hit.author,
        channelKind: 'document',
        date: hit.createdAt,
        to: `/${routeSegmentOf[hit.appType]}/${hit.appId}/c/${hit.documentId}?discussion=${hit.discussionId}`,
      };
    case 'message':
      return {
        key,
        kind: 'message',
        title,
        path,
        excerpt: hit.excerpt,
        author: hit.author,
        date: hit.createdAt,
        to: `/${routeSegmentOf[hit.appType]}/${hit.appId}/c/${hit.channelId}?message=${hit.id}${wordsHash(query)}`,
      };
  }
}

/** A source, or a page of it, which opens at its words. */
function sourceItem({ id, title, path, dataset, appId, appType, page }: SourceHit): PaletteItem {
  const address = `/${routeSegmentOf[appType]}/${appId}/c/${dataset.id}?source=${id}`;
  const place = page && { sourceId: id, page: page.index, from: page.from, to: page.to };
  return {
    key: `source:${id}:${page?.index ?? ''}`,
    kind: 'source',
    title,
    path: [...path, dataset.name].filter(Boolean),
    to: place ? `${address}&page=${place.page}${placeHash(place)}` : address,
    ...(page && { excerpt: page.excerpt, pageLabel: page.label }),
  };
}
