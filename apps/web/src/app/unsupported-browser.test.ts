import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'

import { describe, expect, it } from 'vitest'

const PROBE = readFileSync(path.resolve(import.meta.dirname, '../../boot/probe.js'), 'utf8')

const chrome = (version: string) => `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`
const safari = (version: string) => `Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`

/** Runs the inline script in a page of its own, with the abilities of a present browser, or without one of them. */
function probe(userAgent: string, missing: Record<string, unknown> = {}) {
  const notice = { innerHTML: '', role: '', setAttribute: (_: string, value: string) => void (notice.role = value) }
  const loaded: unknown[] = []
  const elements: Record<string, unknown> = { 'navegador-aviso': notice, entrada: { getAttribute: () => '/assets/index.js' } }
  const window: Record<string, unknown> = {
    navigator: { userAgent },
    CSS: { supports: () => true },
    CSSLayerBlockRule: class {},
    Promise,
    structuredClone,
    ...missing,
  }
  const document = {
    getElementById: (id: string) => elements[id],
    createElement: () => ({ noModule: false }),
    head: { appendChild: (script: { src: string }) => loaded.push(script.src) },
    documentElement: { className: '' },
  }
  runInNewContext(PROBE, { window, document, Object, Array, parseFloat, Infinity })
  return { loaded, notice, isShown: document.documentElement.className.includes('navegador-visible') }
}

describe('R-9.28 the oldest browsers of the table', () => {
  it.each([
    ['Chrome', chrome('64.0'), chrome('63.9')],
    ['Firefox', 'Mozilla/5.0 (X11) Gecko/20100101 Firefox/67.0', 'Mozilla/5.0 (X11) Gecko/20100101 Firefox/66.0'],
    ['Safari', safari('11.1'), safari('11.0')],
    ['Edge', `${chrome('79.0')} Edg/79.0`, `${chrome('70.0')} Edge/18.17763`],
    ['Opera', `${chrome('64.0')} OPR/51.0`, `${chrome('64.0')} OPR/50.0`],
    [
      'Samsung Internet',
      `${chrome('75.0').replace('Safari', 'SamsungBrowser/11.0 Safari')}`,
      `${chrome('75.0').replace('Safari', 'SamsungBrowser/10.2 Safari')}`,
    ],
  ])('%s: the bundle is loaded from it on, the notice is shown before it', (_, oldest, older) => {
    expect(probe(oldest)).toMatchObject({ loaded: ['/assets/index.js'], isShown: false })
    expect(probe(older)).toMatchObject({ loaded: [], isShown: true })
  })
})

it.each([
  'Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko',
  ...['5.5', '6.0', '7.0', '8.0', '9.0', '10.0'].map((version) => `Mozilla/4.0 (compatible; MSIE ${version}; Windows NT 6.1)`),
])('R-9.29 Internet Explorer is refused: %s', (agent) => expect(probe(agent).isShown).toBe(true))

it.each([
  ['no cascade layers', { CSSLayerBlockRule: undefined }],
  ['no structuredClone', { structuredClone: undefined }],
  ['no :where', { CSS: { supports: () => false } }],
])('O-94 R-9.30 a new version with %s also gets the notice', (_, missing) => {
  const window = missing as Record<string, unknown>
  expect(probe(chrome('120.0'), window).isShown).toBe(true)
})

it('R-2.10.2 R-2.10.3 R-2.10.4 R-2.10.5 the notice is an alert with its three texts', () => {
  const { notice } = probe(chrome('50.0'))
  expect(notice.role).toBe('alert')
  expect(notice.innerHTML).toMatch(
    /<h1>Su navegador necesita una actualización<\/h1>.*Chrome, Firefox, Safari o Edge.*mejor rendimiento y seguridad/,
  )
})

it('is written in ES5, which the oldest browsers can parse', () => {
  expect(PROBE.replace(/\/\/.*$/gm, '')).not.toMatch(/=>|\b(let|const|class|async)\b|`|\?\.|\?\?/)
})
