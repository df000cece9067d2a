/** Of a test that starts whole products again and again: past it something hangs, also where processors are slow. */
export const patience = { timeout: 600_000 };
