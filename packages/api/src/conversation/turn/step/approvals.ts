import type { Db } from '@tandem/db';
import { ToolError } from '../../../ai/tools/types.ts';
import { askConsent } from '../../../content/turn/approval.repo.ts';
import { type AskedCall, type StoredCall, startCall } from '../../../content/turn/step.repo.ts';
import { cleanText } from '../../../core/plain.ts';
import { propertyNames } from '../../../core/property-names.ts';
import { keptTrying } from '../kept-trying.ts';
import type { RunningTurn } from '../running.ts';
import type { Agreed, Question } from './guarded-tools.ts';
import type { Steps } from './steps.ts';

/** A call waits for a decision, for days if need be: its turn goes on when there is one. */
export class CallWaits extends Error {
  constructor() {
    super('This call waits for consent.');
    this.name = 'CallWaits';
  }
}

/** The calls of one running turn that need someone's consent. */
export class Approvals {
  private readonly turn: RunningTurn;
  private readonly steps: Steps;
  private readonly db: Db;

  constructor(turn: RunningTurn, steps: Steps, db: Db) {
    this.turn = turn;
    this.steps = steps;
    this.db = db;
  }

  /** What somebody was asked about a call; null when nobody was. */
  asked(toolCallId: string): Question | null {
    const call = this.steps.call(cleanText(toolCallId));
    return call?.askedAt ? { toolKey: call.toolKey ?? '', inputSchema: call.inputSchema ?? {} } : null;
  }

  /**
   * Notes that a call begins that must not run twice.
   * @throws ToolError when the turn has ended
   */
  async start(toolCallId: string): Promise<void> {
    const place = { step: this.steps.open?.index ?? 0, toolCallId: cleanText(toolCallId) };
    const start = () => startCall(this.db, this.turn.turn, place);
    if (!(await keptTrying(start, this.turn.signal))) throw new ToolError('The turn has ended.');
  }

  /** Whether a call began in a process that is gone, and nobody knows whether it ended. */
  isOutcomeUnknown(toolCallId: string): boolean {
    return this.steps.call(cleanText(toolCallId))?.startedAt != null;
  }

  /**
   * Returns the decision about a call; without one, shows the call in its message.
   * @returns the input it may run with, and the approver
   * @throws CallWaits without a decision; ToolError when it may not run
   */
  async ask(call: AskedCall, question: Question): Promise<Agreed> {
    const toolCallId = cleanText(call.toolCallId);
    const stored = this.steps.call(toolCallId);
    if (!stored) throw new ToolError('The turn has ended.');
    if (stored.decision) return this.follow(call, stored);
    if (!stored.askedAt) {
      const place = { step: this.steps.open?.index ?? 0, toolCallId };
      const ask = () => askConsent(this.db, this.turn.turn, place, question);
      if (!(await keptTrying(ask, this.turn.signal))) throw new ToolError('The turn has ended.');
      const { inputSchema } = question;
      this.tell(call, {
        state: 'approval-requested',
        input: call.input,
        consent: {
          ...{ inputSchema, order: propertyNames(inputSchema) },
          ...(stored.startedAt && { isOutcomeUnknown: true }),
        },
      });
    }
    throw new CallWaits();
  }

  private follow(call: AskedCall, { decision, deciderId, decidedInput }: StoredCall): Agreed {
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
    return { input, approvedBy: deciderId };
  }

  private tell(call: AskedCall, change: Parameters<RunningTurn['streaming']['tell']>[1]): void {
    this.turn.streaming.tell(call, change);
    this.turn.saveNow();
  }
}
