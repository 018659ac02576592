/** Requests to the model after which a run pauses. */
export const STEP_LIMIT = 50;
/** Milliseconds of work after which a run pauses. */
export const TIME_LIMIT_MS = 30 * 60_000;
/** Part of its limits from which a run is warned of them. */
export const WARNED_FROM = 0.8;
/** Processes that may end while they work on one run, before it ends with them. */
export const MAX_TAKEOVERS = 5;
/** The same call with the same result so many times pauses a run. */
export const REPETITIONS = 3;
