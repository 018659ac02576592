import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconHandStop,
  IconLoader2,
  IconPlayerPause,
  IconPlayerStop,
} from '@tabler/icons-react';
import type { RunStatus } from '@tandem/shared/agent/schema';
import classes from './RunsTab.module.css';

const icons = {
  queued: IconClock,
  running: IconLoader2,
  waiting: IconHandStop,
  paused: IconPlayerPause,
  done: IconCircleCheck,
  failed: IconCircleX,
  stopped: IconPlayerStop,
} as const;

/** The sign of how a run stands; words beside it say so too. */
export function RunStatusMark({ status }: { status: RunStatus }) {
  const Icon = icons[status];
  return <Icon className={classes.mark} data-status={status} size={18} stroke={1.75} aria-hidden />;
}
