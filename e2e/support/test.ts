import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { test as base, type Browser, type Page, type TestInfo } from '@playwright/test'
import type axe from 'axe-core'

import { expect } from './expect.ts'
import { product } from './product.ts'

/** Chromium's own message for a refusal that the application handles. */
const REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/**
 * An error of the previous test's clock: its scripts leave a reused window one by one.
 * The page has no anonymous script, its policy forbids them.
 */
const isOfTheClock = ({ message, stack = '' }: Error) =>
  message.endsWith("(reading 'controller')") && /\n\s+at <anonymous>:[^\n]*$/.test(stack)

/** A picture of each page that is open when a test fails. */
async function attachPictures(browser: Browser, info: TestInfo) {
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    const path = info.outputPath(`page-${index + 1}.png`)
    await page.screenshot({ path, timeout: 5_000 }).then(
      () => info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' }),
      () => undefined,
    )
  }
}

/** The base of these tests: the address of the product, and a console that must stay clean (no error, no policy report). */
export const test = base.extend<{ cleanConsole: void; expectedComplaints: RegExp | undefined }>({
  /** Further messages that a page may log, if a test causes failures. */
  expectedComplaints: [undefined, { option: true }],
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, provide) => provide(product().url),
  cleanConsole: [
    async ({ browser, page, expectedComplaints }, provide, info) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        const isExpected = [REFUSAL, expectedComplaints].some((pattern) => pattern?.test(message.text()))
        if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text())
      })
      page.on('pageerror', (error) => {
        if (!isOfTheClock(error)) complaints.push(error.message)
      })
      await provide()
      if (info.status !== info.expectedStatus || complaints.length > 0) await attachPictures(browser, info)
      expect(complaints, 'the console of the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** A colour of axe: red, green, blue and opacity, each from 0 to 1. */
interface Rgba {
  r: number
  g: number
  b: number
  alpha: number
}

interface ColourReader extends Rgba {
  parseString(this: ColourReader, text: string): ColourReader
}

/** Runs in the page: axe reads a colour once, not for each element that has it, which was a third of its work on contrast. */
const rememberColours = () => {
  const { axe: judge } = window as unknown as { axe: { commons: { color: { Color: { prototype: ColourReader } } } } }
  const { prototype } = judge.commons.color.Color
  const read = prototype.parseString
  const known = new Map<string, Rgba>()
  prototype.parseString = function (text) {
    const colour = known.get(text)
    if (colour) return Object.assign(this, colour)
    const { r, g, b, alpha } = read.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}

/** Waits until no animation runs: half transparent text has no contrast. */
export const settle = (page: Page) =>
  page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

const schemeOf = (page: Page) => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme') ?? '')
/** Paints the page in the other theme at once: fading all colours of a screen took 0.4 s of a core for each state. */
const paint = (page: Page, scheme: string) =>
  page.evaluate((value) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(sheet)
    document.documentElement.setAttribute('data-mantine-color-scheme', value)
    // Forces the new colours before fading is allowed again.
    document.body.getBoundingClientRect()
    for (const element of document.querySelectorAll('*')) void getComputedStyle(element).color
    document.adoptedStyleSheets.pop()
  }, scheme)

const COLOURS: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
const WCAG: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

/** Half the length of the program with its comments, which each page would be sent and read. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

async function expectNoViolation(page: Page, runOnly: axe.RunOnly, state: string, within?: string) {
  // Stays in the page until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE};(${String(rememberColours)})()`)
  const found = await page.evaluate(
    async ([only, part]) => {
      const { axe: judge } = window as unknown as { axe: typeof axe }
      const isModal = [...document.querySelectorAll('[aria-modal="true"]')].some((dialog) => !dialog.closest('#root'))
      const { violations } = await judge.run(part ?? (isModal ? { exclude: ['#root'] } : 'html'), {
        runOnly: only,
        resultTypes: ['violations'],
        iframes: false,
      })
      return violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
      }))
    },
    [runOnly, within] as const,
  )
  expect(found, state).toEqual([])
}

/**
 * No violation by axe in either theme, and no horizontal scrolling. The themes differ only in colours, so the second is checked only for
 * those, and stays. Under a modal dialog the page, which nobody reaches and which was checked before, is left out.
 */
async function judge(page: Page, state: string, within?: string) {
  await settle(page)
  const scheme = await schemeOf(page)
  await expectNoViolation(page, WCAG, `${state}, ${scheme}`, within)
  const other = scheme === 'dark' ? 'light' : 'dark'
  await paint(page, other)
  await settle(page)
  await expectNoViolation(page, COLOURS, `${state}, ${other}`, within)
  await expectNotSideways(page, state)
}

/** The page has no barrier, in either theme. `within`: the part to check, if the rest was checked before. */
export async function expectAccessible(page: Page, state: string, within?: string) {
  const scheme = await schemeOf(page)
  await judge(page, state, within)
  await paint(page, scheme)
}

/** As `expectAccessible`, at both widths: first as the page stands, then at the other one, where what is open stays open. */
export async function expectAccessibleAtWidths(page: Page, state: string, within?: string) {
  const own = page.viewportSize() ?? DESKTOP
  const other = own.width === PHONE.width ? DESKTOP : PHONE
  // The second width begins in the theme that the first ended with, and ends in the page's own.
  for (const size of [own, other]) {
    await page.setViewportSize(size)
    await judge(page, `${state}, ${size.width} px`, within)
  }
  await page.setViewportSize(own)
}

/** Only tables may scroll horizontally, inside themselves. */
export const expectNotSideways = async (page: Page, state: string) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${state}: sideways`).toBeLessThanOrEqual(0)

export const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const
export const [DESKTOP, PHONE] = WIDTHS
export const THEMES = ['light', 'dark'] as const

/** Opens the page with this theme stored, as for a returning user. The frame of the PDF viewer has no storage. */
export const rememberTheme = (page: Page, theme: (typeof THEMES)[number]) =>
  page.addInitScript(
    (mode) => (localStorage as Storage | null)?.setItem('app-config', JSON.stringify({ colorMode: mode, menuTheme: mode })),
    theme,
  )

/** Another user on another machine. */
export async function anotherPerson(browser: Browser, address = '/'): Promise<Page> {
  const context = await browser.newContext({ baseURL: product().url, locale: 'es-EC' })
  const page = await context.newPage()
  await page.goto(address)
  return page
}
