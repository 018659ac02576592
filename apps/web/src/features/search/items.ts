import type { Icon } from '@tabler/icons-react';
import { type AppType, routeSegmentOf } from '@tandem/shared/app/schema';
import type { ChannelKind } from '@tandem/shared/channel/schema';
import { wordsHash } from '@tandem/shared/document/citation';
import type { Mark } from '@tandem/shared/search/marks';
import type { SearchHit, SearchKind } from '@tandem/shared/search/schema';
import { pathOf } from '../../entities/workspace/path.ts';
import type { Tree } from '../../entities/workspace/tree.ts';
import type { Keys } from '../../ui/shortcuts/keys.ts';
import { type Asked, fitting, localApps, localChannels, pathOfChannel, recentChannels } from './local.ts';

/** Something the program can do, offered by name. */
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
  /** Names it among all. */
  key: string;
  kind: SearchKind | 'command';
  title: string;
  /** Names of what holds it, outermost first. */
  path: string[];
  /** Where it leads; absent for commands. */
  to?: string;
  run?(): void;
  icon?: Icon;
  emoji?: string;
  /** Of a channel or an app: what it holds. */
  channelKind?: ChannelKind;
  appType?: AppType;
  keys?: Keys;
  avatar?: string;
  /** Of a comment or a message: who wrote what, and when. */
  excerpt?: { text: string; marks: Mark[] };
  author?: { name: string; avatar: string };
  note?: string;
  date?: Date;
}

/** What is shown: everything, or one kind. */
export type Filter = 'all' | SearchKind | 'command';

export interface Section {
  id: Filter | 'recent';
  items: PaletteItem[];
  /** Whether there are more than are shown. */
  more: boolean;
}

/** Lines of each kind while all are shown. */
const FEW = 5;
/** Lines of the one kind that is shown, of what is known here. */
const MANY = 50;
const RECENT = 6;

type View = Pick<Tree, 'apps' | 'channels'>;

/** What an empty palette offers: where one was last, and what can be done. */
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
 * What was found here, at once, and at the server. Names that the tree holds come from there.
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
  // Of one kind everything can be gone through before anything is typed.
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

/** A server's hit as a line; null for what has no screen. */
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
        to: `/${routeSegmentOf[hit.appType]}/${hit.appId}/c/${hit.channelId}?message=${hit.id}`,
      };
  }
}
