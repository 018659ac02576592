/** The calls of one request, by the names of their tools. */
export type ScriptedStep = readonly (readonly [tool: string, input: object])[];

/**
 * The directive by which the fake provider makes these calls, one step after the other, whatever their results; then it
 * answers. In an encoding without brackets, which would end the directive.
 */
export function script(...steps: readonly ScriptedStep[]): string {
  return `[[script ${Buffer.from(JSON.stringify(steps)).toString('base64url')}]]`;
}

/** The calls that come after so many results; none at the end of the script. */
export function scriptedStep(argument: string, results: number): ScriptedStep {
  const steps = JSON.parse(Buffer.from(argument, 'base64url').toString()) as ScriptedStep[];
  let made = 0;
  for (const step of steps) {
    if (made === results) return step;
    made += step.length;
  }
  return [];
}
