/** The code of a screen did not come. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError'
}

// What Chromium, Firefox and Safari say; the last is the builder's, about a screen's styles.
const DID_NOT_COME = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** Code that came and failed is an error of ours, and stays the one it is. */
export const loadErrorOf = (error: unknown): unknown =>
  error instanceof Error && DID_NOT_COME.test(error.message) ? new ScreenLoadError(error.message, { cause: error }) : error
