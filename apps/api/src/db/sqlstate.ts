const isState = (error: unknown, state: string): error is Error & { constraint?: unknown } =>
  error instanceof Error && 'code' in error && error.code === state

/** The database refused a row whose key another row has: any key, or that of one constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  isState(error, '23505') && (constraint === undefined || error.constraint === constraint)

/** The database refused a row that names what is not there, or the end of what others name. */
export const isForeignKeyViolation = (error: unknown): error is Error => isState(error, '23503')

/** What a message of the database names, in the quotes of whatever language it speaks (`lc_messages`). */
const namesIn = (text: string): string[] => [...text.matchAll(/["«»“„]\s*(\w+)\s*["«»“”]/gu)].map(([, name]) => name ?? '')

/**
 * The table of which the row that a new one names is gone, where the database refused it for that. The message then names the table of the
 * new row and the constraint; a third name is the table that still names a row which was to go.
 */
export function vanishedFrom(error: unknown): string | undefined {
  if (!isForeignKeyViolation(error) || !('detail' in error) || namesIn(error.message).length !== 2) return undefined
  return namesIn(String(error.detail)).at(-1)
}
