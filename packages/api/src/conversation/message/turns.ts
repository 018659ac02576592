import type { Platform } from '../../core/platform.ts';
import type { Turns } from '../../core/timing/turns.ts';
import { createTurnEngine, type TurnEngineOptions } from '../turn/engine.ts';
import { turnHost } from './host.ts';

/**
 * The engine that runs this process's turns. `platform` is handed on as it is, so its `turns` and `jobs` may be
 * filled in after this returns.
 */
export function createTurns(platform: Platform, options: TurnEngineOptions = {}): Turns {
  return createTurnEngine(platform, turnHost(platform), options);
}
