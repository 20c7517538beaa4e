/** The code of a screen could not be loaded. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError'
}

// Messages of Chromium, Firefox and Safari; the last is that of the bundler, about a screen's styles.
const DID_NOT_COME = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** Turns a failed import into a ScreenLoadError; an error of loaded code stays as it is. */
export const loadErrorOf = (error: unknown): unknown =>
  error instanceof Error && DID_NOT_COME.test(error.message) ? new ScreenLoadError(error.message, { cause: error }) : error
