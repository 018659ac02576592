/** Seconds of a turn's lease. */
export const LEASE_SECONDS = 10;
/** Milliseconds between renewals of a process's leases. */
export const RENEW_EVERY_MS = 3_000;
/** Milliseconds between searches of every process for turns whose owner is gone. */
export const SWEEP_EVERY_MS = 4_000;
/** Milliseconds from the start of a process to its first search. */
export const FIRST_SWEEP_MS = 500;
/** A growing message is saved this often, in milliseconds. */
export const SAVE_EVERY_MS = 500;
/** Characters that one message writes in a second at most while it grows: each save writes all of it. */
export const SAVED_PER_SECOND = 256 * 1024;
/** Model calls of one turn at most; in the last one it must answer without tools. */
export const MAX_STEPS = 10;
/** A tool's output as stored and as the model reads it, in characters of JSON. */
export const MAX_TOOL_CHARACTERS = 32_000;
/** Text of one message at most, in characters. */
export const MAX_ANSWER_CHARACTERS = 1_000_000;
export const MAX_PARTS = 2_000;
/** Inputs and outputs of all tools of one message, in characters of JSON. */
export const MAX_TOOLS_CHARACTERS = 4_000_000;
/** Maximum tokens counted per turn: the limit of its column. */
export const MAX_TOKENS = 2_000_000_000;
/**
 * Timeouts of a silent provider, in milliseconds: a local model may first have to load and read a long
 * prompt.
 */
export const SILENCE = { beforeFirstChunkMs: 180_000, betweenChunksMs: 60_000 };
export const TOOL_TIMEOUT_MS = 60_000;
/** Days a call waits for consent. */
export const APPROVAL_DAYS = 7;
/** Input of one call, in characters of JSON: a document of a hundred thousand characters, with room for escapes. */
export const MAX_INPUT_CHARACTERS = 400_000;
/** The messages of one step, in characters of JSON. */
export const MAX_STEP_CHARACTERS = 4_000_000;
/** Calls of one step that run beside each other. */
export const CALLS_AT_ONCE = 8;
/** Sweeps between two looks at the rights of turns that wait. */
export const SWEEPS_PER_RIGHTS = 6;
/** Turns of one person that may wait for consent without counting as running. */
export const MAX_WAITING_TURNS = 100;
/** Milliseconds between checks of a resuming turn for a free slot of its person. */
export const SLOT_CHECK_MS = 500;
/** Milliseconds a provider may take to end after an abort before its stream is abandoned. */
export const ABORT_GRACE_MS = 1_000;
/** Time for a title or a summary, in milliseconds. */
export const SIDE_REQUEST_MS = 30_000;
/** Milliseconds of attempts to save a finished turn while the database is away. */
export const SAVE_PATIENCE_MS = 10 * 60_000;
/** Attempts when the database responds but refuses. */
export const SAVE_TRIES = 3;
/** Milliseconds a stopping server waits for its turns to be saved. */
export const DRAIN_MS = 8_000;
/** Milliseconds for watchers to receive the end of turns that a stopping server ends. */
export const LAST_LOOK_MS = 200;
/** Maximum milliseconds of one picture. */
export const DRAW_MS = 240_000;
/** Maximum pictures of an answer, from any source. */
export const MAX_DRAWN_PARTS = 16;
/** Maximum characters of a picture's prompt; providers accept less. */
export const MAX_PROMPT_CHARACTERS = 32_000;
