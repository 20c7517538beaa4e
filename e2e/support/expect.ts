import { expect as playwrightExpect, type Locator } from '@playwright/test'

/**
 * `toBeVisible` waits without describing the page at each look: with Playwright's own, these descriptions were two thirds of its work in
 * the page. A failure is still told in its words.
 */
export const expect = playwrightExpect.extend({
  async toBeVisible(locator: Locator, options: { timeout?: number; visible?: boolean } = {}) {
    const pass = (options.visible ?? true) !== this.isNot
    const timeout = options.timeout ?? this.timeout
    try {
      await locator.waitFor({ state: pass ? 'visible' : 'hidden', timeout })
      return { pass: !this.isNot, message: () => '' }
    } catch {
      const told = playwrightExpect(locator)
      await (pass ? told.toBeVisible({ timeout: 1 }) : told.toBeHidden({ timeout: 1 }))
      return { pass: !this.isNot, message: () => '' }
    }
  },
})
