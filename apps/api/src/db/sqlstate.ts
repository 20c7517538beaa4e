const isState = (error: unknown, state: string): error is Error & { constraint?: unknown } =>
  error instanceof Error && 'code' in error && error.code === state

/** Whether the database refused a row because another has its key: any key, or that of one constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  isState(error, '23505') && (constraint === undefined || error.constraint === constraint)

/** Whether the database refused a row that names a missing one, or the deletion of a row that others name. */
export const isForeignKeyViolation = (error: unknown): error is Error => isState(error, '23503')

/** Names in a message of the database, in the quotes of any language (`lc_messages`). */
const namesIn = (text: string): string[] => [...text.matchAll(/["«»“„]\s*(\w+)\s*["«»“”]/gu)].map(([, name]) => name ?? '')

/**
 * The table whose row is missing, when the database refused a new row that names it. That message names the table of the new row and the
 * constraint; a third name is the table that still refers to a row being deleted.
 */
export function vanishedFrom(error: unknown): string | undefined {
  if (!isForeignKeyViolation(error) || !('detail' in error) || namesIn(error.message).length !== 2) return undefined
  return namesIn(String(error.detail)).at(-1)
}
