// One JSON line per event, an allow-list of fields, no bodies (reliability §3.5). Line breaks cannot forge a second line: JSON escapes
// them.

type Field = string | number | boolean | null | undefined

function write(level: string, event: string, fields: Record<string, Field>) {
  process.stderr.write(`${JSON.stringify({ t: new Date().toISOString(), level, event, pid: process.pid, ...fields })}\n`)
}

/** Long digit runs (identifications, claves) keep only their ends. */
export const mask = (text: string): string => text.replace(/\d{6,}/g, (digits) => `${digits.slice(0, 2)}…${digits.slice(-3)}`)

function describe(error: unknown): Record<string, Field> {
  if (!(error instanceof Error)) return { error: mask(String(error)).slice(0, 500) }
  const code = 'code' in error ? String(error.code) : undefined
  return { error: mask(error.message).slice(0, 500), code, stack: mask(error.stack ?? '').slice(0, 2000) }
}

export const log = {
  info: (event: string, fields: Record<string, Field> = {}) => write('info', event, fields),
  warn: (event: string, fields: Record<string, Field> = {}) => write('warn', event, fields),
  error: (event: string, error: unknown, fields: Record<string, Field> = {}) => write('error', event, { ...fields, ...describe(error) }),
}
