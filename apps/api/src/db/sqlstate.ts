const isState = (error: unknown, state: string): error is Error & { constraint?: unknown } =>
  error instanceof Error && 'code' in error && error.code === state

/** The database refused a row whose key another row has: any key, or that of one constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  isState(error, '23505') && (constraint === undefined || error.constraint === constraint)

/** The database refused a row that names what is not there, or the end of what others name. */
export const isForeignKeyViolation = (error: unknown): error is Error => isState(error, '23503')

/** The table of which the row that a new one names is gone, where the database refused it for that. */
export function vanishedFrom(error: unknown): string | undefined {
  if (!isForeignKeyViolation(error) || !('detail' in error)) return undefined
  return /is not present in table "(\w+)"/.exec(String(error.detail))?.[1]
}
