/** The code of a screen did not come. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError'
}
