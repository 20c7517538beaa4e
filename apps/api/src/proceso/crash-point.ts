// Named places where the crash runner may end the process (reliability §2.3). Compiled in always, armed only by
// CRASH_AT=C09:3 — the third time this process passes C09.

export type CrashPoint =
  | 'C01'
  | 'C02'
  | 'C03'
  | 'C04'
  | 'C05'
  | 'C06'
  | 'C07'
  | 'C08'
  | 'C09'
  | 'C10'
  | 'C11'
  | 'C12'
  | 'C13'
  | 'C14'
  | 'C15'
  | 'C16'

const [armedPoint, armedCount] = (process.env['CRASH_AT'] ?? '').split(':')
let remaining = Number(armedCount ?? 1)

/** Ends the process at once, as `kill -9` would, when this point is armed and its turn has come. */
export function crashPoint(point: CrashPoint): void {
  if (armedPoint !== point) return
  if (--remaining === 0) process.kill(process.pid, 'SIGKILL')
}

export const crashIsArmed = (point: CrashPoint): boolean => armedPoint === point
