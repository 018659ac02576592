import type { ChannelLiveEvent } from '@tandem/shared/live/events';
import { presentSetting } from '../../agent/setting/setting.ts';
import type { ChannelWatcher } from '../../workspace/watch/watcher.ts';
import type { AgentFeed, FilesState } from './agent-feed.ts';

/** What one reader was told of an agent's channel, and what is new for them. */
export class AgentNews {
  private readonly feed: AgentFeed;
  private readonly watcher: ChannelWatcher;
  /** Runs as they were told, by id. */
  private readonly runs = new Map<string, string>();
  private files: FilesState | null = null;
  private setting = '';
  private schedules: string | null = null;

  constructor(feed: AgentFeed, watcher: ChannelWatcher) {
    this.feed = feed;
    this.watcher = watcher;
  }

  /** Yields everything new for this reader; nothing before the channel was first read. */
  *next(): Generator<ChannelLiveEvent> {
    const { state } = this.feed;
    if (!state) return;
    const runs = state.runs.filter((run) => {
      const told = JSON.stringify(run);
      if (this.runs.get(run.id) === told) return false;
      this.runs.set(run.id, told);
      return true;
    });
    if (runs.length > 0) yield { type: 'runs', runs };
    const { files } = state;
    if (!this.files || this.files.revision !== files.revision || this.files.runId !== files.runId) {
      const changes = this.files && this.files.runId === files.runId ? this.feed.newsSince(this.files) : null;
      this.files = files;
      yield { type: 'agentFiles', ...files, changes };
    }
    const { channel, held } = this.watcher;
    const setting = presentSetting(state.setting, { ...channel, held });
    const told = JSON.stringify(setting);
    if (told !== this.setting) {
      this.setting = told;
      yield { type: 'agentSetting', setting };
    }
    if (this.schedules !== state.schedules) {
      this.schedules = state.schedules;
      yield { type: 'schedules' };
    }
  }
}
