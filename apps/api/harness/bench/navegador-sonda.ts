import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'

import { StartError } from '../../src/instalacion/start-error.ts'

// Probes inside the page are text, because this program has no browser types.

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--no-first-run',
  '--no-pings',
]

function chromiumPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  const named = [
    process.env['CHROMIUM'],
    process.env['CHROMIUM_PATH'],
    ...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))),
  ]
  return named.find((file) => file !== undefined && file !== '' && existsSync(file))
}

/** A real Chromium: the system's, else Playwright's own. @throws StartError without one */
export async function openChromium(): Promise<Browser> {
  const executablePath = chromiumPath()
  try {
    return await chromium.launch({
      args: [...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      ...(executablePath && { executablePath }),
    })
  } catch {
    throw new StartError(
      'No se pudo abrir un Chromium: las cifras del navegador quedan fuera. Instálelo (apt install chromium) o indique el suyo en CHROMIUM.',
    )
  }
}

const WAIT_MS = 30_000
/** A function that waits for the next painted frame and answers its time. */
const PAINTED = `() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))`
/** A function that checks a condition at every frame. */
const UNTIL = `(holds) => new Promise((done, fail) => {
  const end = performance.now() + ${WAIT_MS}
  const look = () => (holds() ? done() : performance.now() > end ? fail(new Error('waited too long')) : requestAnimationFrame(look))
  look()
})`

/** Waits until an expression of the page is true. @throws after half a minute */
export const untilTrue = (page: Page, expression: string): Promise<void> => page.evaluate(`(${UNTIL})(() => ${expression})`)

/** Starts a measurement at the next click; earlier answers no longer count. */
export const arm = (page: Page): Promise<void> =>
  page.evaluate(`void (() => {
    window.pulsado = undefined
    performance.clearResourceTimings()
    addEventListener('click', (event) => (window.pulsado = event.timeStamp), { capture: true, once: true })
  })()`)

/** Milliseconds from the click after `arm` until exactly this text is painted under `scope`. */
export const fromClickTo = (page: Page, scope: string, text: string): Promise<number> =>
  page.evaluate(`(async () => {
    const isThere = () => [...document.querySelectorAll(${JSON.stringify(`${scope} *`)})].some((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data === ${JSON.stringify(text)}))
    await (${UNTIL})(() => window.pulsado !== undefined && isThere())
    return (await (${PAINTED})()) - window.pulsado
  })()`)

/** Milliseconds from the last byte of this address's first answer after `arm` until the first element of `selector` is painted. */
export const fromDataTo = (page: Page, address: string, selector: string): Promise<number> =>
  page.evaluate(`(async () => {
    const answer = () => performance.getEntriesByType('resource').find(({ name }) => name.includes(${JSON.stringify(address)}))
    await (${UNTIL})(() => answer() && document.querySelector(${JSON.stringify(selector)}))
    return (await (${PAINTED})()) - answer().responseEnd
  })()`)

/** Makes the page note the time of each key from the press to the next paint (Event Timing). */
export const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(`void (() => {
    const keys = (window.medidas = new Map())
    const note = ({ interactionId, duration }) => interactionId && keys.set(interactionId, Math.max(keys.get(interactionId) ?? 0, duration))
    new PerformanceObserver((list) => list.getEntries().filter(({ name }) => name === 'keydown' || name === 'keypress').forEach(note)).observe({ type: 'event', durationThreshold: 16 })
  })()`)

/** Shortest time that a browser reports, in milliseconds. */
const SHORTEST = 16

/** Times since the last call; a key too fast to be reported counts as the shortest time. */
export async function takeKeys(page: Page, pressed: number): Promise<number[]> {
  const noted = await page.evaluate<number[]>(
    `(${PAINTED})().then(() => { const all = [...window.medidas.values()]; window.medidas.clear(); return all })`,
  )
  return [...noted.slice(0, pressed), ...Array<number>(Math.max(0, pressed - noted.length)).fill(SHORTEST)]
}

export interface Carga {
  /** Largest contentful paint, milliseconds. */
  readonly lcp: number
  /** Cumulative layout shift. */
  readonly cls: number
}

const STILL_MS = 500

/** Loading figures of the page, once nothing has moved for half a second. */
export const readCarga = (page: Page): Promise<Carga> =>
  page.evaluate(`new Promise((resolve) => {
    let lcp = 0, cls = 0, still
    const done = () => resolve({ lcp, cls })
    const later = () => (clearTimeout(still), (still = setTimeout(done, ${STILL_MS})))
    const watch = (type, note) => new PerformanceObserver((list) => (list.getEntries().forEach(note), later())).observe({ type, buffered: true })
    watch('largest-contentful-paint', (entry) => (lcp = Math.max(lcp, entry.startTime)))
    watch('layout-shift', (entry) => entry.hadRecentInput || (cls += entry.value))
    later()
  })`)

export interface Pedidos {
  readonly requests: number
  /** Bytes on the wire, headers included. */
  readonly bytes: number
}

/** Requests of a page while `open` runs, and until it is idle. */
export async function countPedidos(page: Page, open: () => Promise<unknown>): Promise<Pedidos> {
  const asked = new Map<string, number>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) asked.set(requestId, 0)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) asked.set(requestId, encodedDataLength)
  })
  await open()
  await page.waitForLoadState('networkidle')
  return { requests: asked.size, bytes: [...asked.values()].reduce((sum, bytes) => sum + bytes, 0) }
}
