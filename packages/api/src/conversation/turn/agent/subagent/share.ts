import { SUBAGENT_TOOL, subagentResultSchema } from '@tandem/shared/agent/subagent';
import type { RunRow } from '../../../../agent/run/run.repo.ts';
import { ToolError } from '../../../../ai/tools/types.ts';
import type { Steps } from '../../step/steps.ts';

/** Sub-agents of a run that work at the same time. */
export const AT_ONCE = 4;

/** What is left of a run's steps, shared by its sub-agents: each request takes one before it is made. */
export class StepShare {
  private readonly steps: Pick<Steps, 'count' | 'results'>;
  private readonly run: { row: Pick<RunRow, 'stepLimit'> };
  private active = 0;
  /** Set aside for the answers of those at work. */
  private held = 0;
  private made: number;

  /** @param steps with the results of sub-agents that ended before */
  constructor(steps: Pick<Steps, 'count' | 'results'>, run: { row: Pick<RunRow, 'stepLimit'> }) {
    this.steps = steps;
    this.run = run;
    this.made = steps
      .results(SUBAGENT_TOOL)
      .reduce<number>((sum, result) => sum + (subagentResultSchema.safeParse(result).data?.requests ?? 0), 0);
  }

  /** Requests of sub-agents so far. */
  get used(): number {
    return this.made;
  }

  /**
   * Begins a sub-agent, with a step set aside for its answer.
   * @throws ToolError when too many work, or too few steps are left
   */
  begin(): { take(): boolean; end(): void } {
    if (this.active >= AT_ONCE)
      throw new ToolError(`${AT_ONCE} sub-agents work already. Start this one in a later step.`);
    if (this.left < 2) throw new ToolError('Too few steps of this run are left for a sub-agent.');
    this.active += 1;
    this.held += 1;
    let isHeld = true;
    return {
      take: () => {
        const isMore = this.left > 0;
        if (!isMore && isHeld) {
          isHeld = false;
          this.held -= 1;
        }
        this.made += 1;
        return isMore;
      },
      end: () => {
        this.active -= 1;
        if (isHeld) this.held -= 1;
        isHeld = false;
      },
    };
  }

  private get left(): number {
    return this.run.row.stepLimit - this.steps.count - this.made - this.held;
  }
}
