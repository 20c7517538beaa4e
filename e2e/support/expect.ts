import { expect as playwrightExpect, type Locator } from '@playwright/test'

/**
 * `toBeVisible` waits without describing the page at each look: with Playwright's own, these descriptions were two thirds of its work in
 * the page. A failure is still told in its words.
 */
export const expect = playwrightExpect.extend({
  async toBeVisible(locator: Locator, options: { timeout?: number; visible?: boolean } = {}) {
    const shown = (options.visible ?? true) !== this.isNot
    const timeout = options.timeout ?? this.timeout
    const met = { pass: !this.isNot, message: () => '' }
    try {
      await locator.waitFor({ state: shown ? 'visible' : 'hidden', timeout })
      return met
    } catch {
      const told = playwrightExpect(locator)
      try {
        await (shown ? told.toBeVisible({ timeout: 1 }) : told.toBeHidden({ timeout: 1 }))
        return met
      } catch (error) {
        return { pass: this.isNot, message: () => (error as Error).message }
      }
    }
  },
})
