import type { Db } from '@tandem/db';
import { ToolError } from '../../ai/tools/types.ts';
import {
  type AskedCall,
  type Decision,
  findDecision,
  insertApproval,
  writeDecision,
} from '../../content/turn/approval.repo.ts';
import { APPROVAL_LOOK_MS, APPROVAL_MS } from '../../content/turn/limits.ts';
import { type Bus, topics } from '../../core/live/bus.ts';
import { cleanText } from '../../core/plain.ts';
import { propertyNames } from '../../core/property-names.ts';
import { steadyMs } from '../../core/timing/steady.ts';
import { asChannelMessage } from '../../workspace/channel/events.ts';
import type { Agreed } from './guarded-tools.ts';
import type { RunningTurn } from './running.ts';

const NOT_OURS = 'The turn has ended.';

/** The calls of one running turn that wait for someone's consent. */
export class Approvals {
  /** Inputs that were changed, by the ids of their calls as the provider gave them. */
  readonly changedInputs = new Map<string, object>();
  private readonly turn: RunningTurn;
  private readonly db: Db;
  private readonly bus: Bus;
  private readonly patience: number;
  private readonly waiting = new Set<string>();

  /** @param patience milliseconds; a test shortens it */
  constructor(turn: RunningTurn, { db, bus }: { db: Db; bus: Bus }, patience = APPROVAL_MS) {
    this.turn = turn;
    this.db = db;
    this.bus = bus;
    this.patience = patience;
  }

  /**
   * Shows a call in its message and waits for a decision, half an hour at most. The turn's lease is still
   * renewed, and stopping the turn ends the wait.
   * @returns the input it may run with, and the approver
   * @throws ToolError when it may not run
   */
  async ask(call: AskedCall, inputSchema: object, signal: AbortSignal): Promise<Agreed> {
    const toolCallId = cleanText(call.toolCallId);
    // One decision must not apply to two inputs.
    if (this.waiting.has(toolCallId)) throw new ToolError('Two calls came under the same id.');
    this.waiting.add(toolCallId);
    try {
      const asked = { ...call, toolCallId };
      if (!(await insertApproval(this.db, this.turn.turn, asked, inputSchema))) throw new ToolError(NOT_OURS);
      this.tell(call, {
        state: 'approval-requested',
        input: call.input,
        consent: { inputSchema, order: propertyNames(inputSchema) },
      });
      return this.follow(call, await this.decisionOn(asked, signal));
    } finally {
      this.waiting.delete(toolCallId);
    }
  }

  private follow(call: AskedCall, { decision, deciderId, decidedInput }: Decision): Agreed {
    const input = decidedInput ?? call.input;
    const consent = {
      decision: decision === 'refused' && deciderId === null ? 'expired' : (decision ?? 'expired'),
      ...(deciderId !== null && { deciderId }),
      ...(decidedInput !== null && { isEdited: true }),
    } as const;
    this.tell(call, { state: 'input-available', input, consent });
    if (consent.decision === 'expired')
      throw new ToolError('Nobody decided about this call in time, so it was not run.');
    if (consent.decision === 'refused' || deciderId === null)
      throw new ToolError('A person refused this call. Do not repeat it.');
    if (decidedInput !== null) this.changedInputs.set(call.toolCallId, decidedInput);
    return { input, approvedBy: deciderId };
  }

  private tell(call: AskedCall, change: Parameters<RunningTurn['streaming']['tell']>[1]): void {
    this.turn.streaming.tell(call, change);
    this.turn.saveNow();
  }

  /** Waits for the row's decision: notified by the bus, and polled, since the bus may lose events. */
  private async decisionOn(asked: AskedCall, signal: AbortSignal): Promise<Decision> {
    const until = steadyMs() + this.patience;
    let wake = () => {};
    const unsubscribe = this.bus.subscribe(topics.channel(this.turn.turn.channelId), (message) => {
      const known = asChannelMessage(message);
      if (known?.type === 'toolDecided' && known.toolCallId === asked.toolCallId) wake();
    });
    const onAbort = () => wake();
    signal.addEventListener('abort', onAbort);
    try {
      for (;;) {
        signal.throwIfAborted();
        const isLate = steadyMs() >= until;
        const rest = new Promise<void>((resolve) => {
          const left = Math.max(1, until - steadyMs());
          const timer = setTimeout(resolve, Math.min(APPROVAL_LOOK_MS, left));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        const decision = await this.look(asked, isLate);
        if (decision) return decision;
        await rest;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      unsubscribe();
    }
  }

  private async look(asked: AskedCall, isLate: boolean): Promise<Decision | null> {
    const { turn } = this.turn;
    let found: Decision | null;
    try {
      if (isLate)
        await writeDecision(
          this.db,
          { turnId: turn.id, ...asked },
          { decision: 'refused', deciderId: null, decidedInput: null },
        );
      found = await findDecision(this.db, turn, asked.toolCallId);
    } catch {
      // The database may be away for a while; nobody can decide then either.
      return null;
    }
    if (!found) throw new ToolError(NOT_OURS);
    return found.decision === null ? null : found;
  }
}
