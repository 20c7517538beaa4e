import type { Page } from '@playwright/test'

import { skeletonsOf } from './screen.ts'
import { expect, settle } from './test.ts'

/** Words of a library in English. */
const ENGLISH = new RegExp(
  `\\b(the|and|with|your|this|that|for|not|was|were|have|is|are|could|try|again|records?|wrong|save|cancel|close|delete|remove|edit|add|search|find|filter|clear|select|selected|choose|browse|upload|drag|drop|file|files|loading|please|required|invalid|results?|` +
    `options?|empty|previous|next|first|last|page|pages|rows|items?|today|month|year|week|day|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|` +
    `wednesday|thursday|friday|saturday|sunday|sort|sorted|ascending|descending|open|toggle|show|hide|password|user|name|submit|back|yes|settings|notifications?|dismiss|copy|download|print)\\b`,
  'gi',
)

/** All texts of a page, visible or for screen readers. */
const saidBy = (page: Page) =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...attributes].join('\n')
  })

/** Waits until the page is loaded and still, and finds no such word in it. */
export async function expectSpanish(page: Page, state: string) {
  await expect(skeletonsOf(page), state).toHaveCount(0)
  await settle(page)
  // Addresses and file names are left out.
  const said = (await saidBy(page)).replace(/\S*[@/\\.]\S+/g, ' ')
  expect(
    [...said.matchAll(ENGLISH)].map(([word]) => word),
    state,
  ).toEqual([])
}
