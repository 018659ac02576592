/** How long a process owns a turn without renewing, in seconds. */
export const LEASE_SECONDS = 10;
/** How often a process renews the leases of what it runs, in milliseconds. */
export const RENEW_EVERY_MS = 3_000;
/** How often every process looks for turns whose owner is gone, in milliseconds. */
export const SWEEP_EVERY_MS = 5_000;
/** How soon after its start a process first looks, in milliseconds. */
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
/** Tokens counted for one turn at most: what its column holds. */
export const MAX_TOKENS = 2_000_000_000;
/** Silences of a provider, in milliseconds: a local model may first have to load and read a long prompt. */
export const SILENCE = { beforeFirstChunkMs: 180_000, betweenChunksMs: 60_000 };
export const TOOL_TIMEOUT_MS = 60_000;
/** How long a call waits for someone's consent, in milliseconds. */
export const APPROVAL_MS = 30 * 60_000;
/** How often what waits looks whether it was decided, should the bus have lost that, in milliseconds. */
export const APPROVAL_LOOK_MS = 2_000;
/** Turns of one person that may wait for consent without taking a place among those that run. */
export const MAX_WAITING_TURNS = 100;
/** How often a turn that goes on looks whether its person has a place for it, in milliseconds. */
export const PLACE_LOOK_MS = 500;
/** How long a provider may take to end after an abort before its stream is left alone, in milliseconds. */
export const ABORT_GRACE_MS = 1_000;
/** Time for a title or a summary, in milliseconds. */
export const SIDE_REQUEST_MS = 30_000;
/** How long a finished turn keeps trying to be saved while the database is away, in milliseconds. */
export const SAVE_PATIENCE_MS = 10 * 60_000;
/** How often it tries when the database answers but refuses. */
export const SAVE_TRIES = 3;
/** How long a server that ends waits for its turns to be saved, in milliseconds. */
export const DRAIN_MS = 8_000;
/** How long watchers have to see the end of turns that a server ends with, in milliseconds. */
export const LAST_LOOK_MS = 200;
/** How long one picture may take, in milliseconds. */
export const DRAW_MS = 240_000;
/** Pictures that an answer may bring, however they came. */
export const MAX_DRAWN_PARTS = 16;
/** Characters of a prompt for a picture; what providers take is less. */
export const MAX_PROMPT_CHARACTERS = 32_000;
