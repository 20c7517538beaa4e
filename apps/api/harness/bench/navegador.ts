import { randomUUID } from 'node:crypto'
import { createPersona, createProducto, pathOf } from '@yupana/contract'
import type { Browser, Page } from '@playwright/test'
import pg from 'pg'

import type { Bench } from './bench.ts'
import { cedulaOf } from './factura-form.ts'
import { figuraOf, median, percentile, type FiguraDescrita } from './figura.ts'
import { startInstallation, type Installation } from './installation.ts'
import { ARTICULOS, celda, cliente, dictate, emitByMouse, fillQuickly, openEditor, type Dictado } from './navegador-editor.ts'
import { arm, countPedidos, fromDataTo, openChromium, readCarga, takeKeys, watchKeys, type Carga } from './navegador-sonda.ts'
import { PASSWORD, prepareEmisores, USUARIO } from './prepare.ts'
import { readPresupuesto } from './presupuesto.ts'

const FACTURAS = 30
const CALENTAMIENTO = 3
const DICTADOS = 3
const CARGAS = 7
const LISTAS = 20
/** Milliseconds between two keys of the keystroke figure: a fast typist. */
const TECLA_MS = 100
const DESKTOP = { width: 1280, height: 800 }
const SLOW = { cpu: 4, latency: 150, throughput: 1_600_000 / 8 } as const
const UNO = 1_000_000
const KB = 1000
const CLIENTE = cedulaOf(1)

/** Waiting times of a person: a real browser with a running installation. */
export const navegador: Bench = async ({ say }) => {
  const browser = await openChromium()
  try {
    const installation = await startInstallation()
    try {
      const [emisor] = await prepareEmisores(installation, { cuantas: 1 })
      await prepareCatalogue(installation.baseUrl, emisor!.token)
      const page = await signedIn(browser, installation)
      const figuras = [
        ...(await signIns(browser, installation)),
        ...(await coldLoads(browser, page, installation)),
        ...(await emissions(page, installation)),
        ...(await dictations(page)),
        ...(await lists(page)),
        ...(await keystrokes(page)),
        ...readPresupuesto(),
      ]
      say(`  ${browser.browserType().name()} ${browser.version()}`)
      return figuras
    } finally {
      await installation.stop()
    }
  } finally {
    await browser.close()
  }
}

const origin = ({ baseUrl }: Installation) => new URL(baseUrl).origin

async function prepareCatalogue(baseUrl: string, token: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const answer = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  for (const { code, name } of ARTICULOS) await post(pathOf(createProducto), { code, name, type_product: 'PRODUCTO', iva: 6, price: UNO })
  await post(pathOf(createPersona), {
    tipo_identificacion: '05',
    identificacion: CLIENTE,
    razon_social: 'ANA GUAMÁN',
    roles: ['cliente'],
    correos: ['ana@ejemplo.ec'],
  })
}

async function openPage(browser: Browser, installation: Installation): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin(installation),
    viewport: DESKTOP,
    locale: 'es-EC',
    timezoneId: 'America/Guayaquil',
  })
  return context.newPage()
}

/** A page of the first company's user, on the home page. */
export async function signedIn(browser: Browser, installation: Installation): Promise<Page> {
  const page = await openPage(browser, installation)
  await page.goto('/')
  await page.getByLabel('Usuario/Identificación o Correo').fill(`${USUARIO}1`)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.getByRole('heading', { name: 'Inicio' }).waitFor()
  return page
}

/** Sign-in of a first visitor, without any cache. */
async function signIns(browser: Browser, installation: Installation): Promise<FiguraDescrita[]> {
  const visit = async (isSlow: boolean): Promise<Carga> => {
    const page = await openPage(browser, installation)
    try {
      if (isSlow) {
        const client = await page.context().newCDPSession(page)
        await client.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
        await client.send('Network.enable')
        await client.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: SLOW.latency,
          downloadThroughput: SLOW.throughput,
          uploadThroughput: SLOW.throughput,
        })
      }
      await page.goto('/')
      await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor()
      return await readCarga(page)
    } finally {
      await page.context().close()
    }
  }
  const visits = { slow: [] as Carga[], quick: [] as Carga[] }
  for (let n = 0; n < CARGAS; n += 1) {
    visits.slow.push(await visit(true))
    visits.quick.push(await visit(false))
  }
  const seconds = (loads: readonly Carga[]) => median(loads.map(({ lcp }) => lcp / 1000))
  const desktop = seconds(visits.quick)
  const shift = Math.max(...[...visits.slow, ...visits.quick].map(({ cls }) => cls))
  return [
    figuraOf({
      name: 'navegador.ingreso-lcp-lento',
      what: 'Sign-in, largest contentful paint with a CPU 4 times slower over 1.6 Mbps and 150 ms, median',
      value: seconds(visits.slow),
      unit: 's',
      reference: { value: desktop, what: 'without any of it' },
      target: { sign: '<=', limit: 2.5 },
    }),
    figuraOf({
      name: 'navegador.ingreso-lcp',
      what: 'Sign-in, largest contentful paint on this machine, median',
      value: desktop,
      unit: 's',
      target: { sign: '<=', limit: 1.2 },
    }),
    figuraOf({
      name: 'navegador.ingreso-cls',
      what: 'Sign-in, cumulative layout shift, the worst of all',
      value: shift,
      unit: '',
      target: { sign: '<=', limit: 0.05 },
    }),
  ]
}

/** Network traffic of a first visitor, and of a signed-in one without cache. */
async function coldLoads(browser: Browser, signed: Page, installation: Installation): Promise<FiguraDescrita[]> {
  const session = await signed.context().storageState()
  const cold = async (options: { storageState?: typeof session }, address: string, ready: (page: Page) => Promise<unknown>) => {
    const context = await browser.newContext({ ...options, baseURL: origin(installation), viewport: DESKTOP, locale: 'es-EC' })
    try {
      const page = await context.newPage()
      return await countPedidos(page, async () => {
        await page.goto(address, { waitUntil: 'networkidle' })
        await ready(page)
      })
    } finally {
      await context.close()
    }
  }
  const ingreso = await cold({}, '/', (page) => page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor())
  const editor = await cold({ storageState: session }, '/#/documento', (page) => cliente(page).waitFor())
  const requests = (name: string, what: string, value: number, limit: number) =>
    figuraOf({ name, what, value, unit: 'requests', target: { sign: '<=', limit } })
  const kilobytes = (name: string, what: string, bytes: number) => ({ name, what, value: bytes / KB, unit: 'KB' as const })
  return [
    requests('navegador.ingreso-pedidos', 'Requests of a cold sign-in', ingreso.requests, 15),
    figuraOf(kilobytes('navegador.ingreso-bytes', '… what they bring', ingreso.bytes)),
    requests('navegador.editor-pedidos', 'Requests of a cold editor of facturas, signed in', editor.requests, 40),
    figuraOf({ ...kilobytes('navegador.editor-bytes', '… what they bring', editor.bytes), target: { sign: '<=', limit: 420 } }),
  ]
}

async function emissions(page: Page, installation: Installation): Promise<FiguraDescrita[]> {
  const times: number[] = []
  await openEditor(page)
  for (let n = -CALENTAMIENTO; n < FACTURAS; n += 1) {
    await fillQuickly(page)
    const ms = await emitByMouse(page)
    if (n >= 0) times.push(ms / 1000)
  }
  const reference = {
    value: percentile(await secondsToAuthorised(installation), 0.95),
    what: 'p95 of the same in the database, from the row to its authorisation',
  }
  return [
    figuraOf({
      name: 'navegador.emitir-p95',
      what: `From the click on «Emitir» to «Autorizado» on screen, p95 of ${FACTURAS} facturas`,
      value: percentile(times, 0.95),
      unit: 's',
      reference,
      target: { sign: '<=', limit: 2 },
    }),
    figuraOf({ name: 'navegador.emitir', what: '… median', value: median(times), unit: 's' }),
  ]
}

async function secondsToAuthorised({ database }: Installation): Promise<number[]> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ seconds: number }>(
      `select extract(epoch from e.en - d.creado_en)::float as seconds
         from documento d join documento_evento e on e.empresa_id = d.empresa_id and e.documento_id = d.id and e.a = 'AUTORIZADO'
        order by d.creado_en desc limit $1`,
      [FACTURAS],
    )
    return rows.map(({ seconds }) => seconds)
  } finally {
    await client.end()
  }
}

async function dictations(page: Page): Promise<FiguraDescrita[]> {
  const all: Dictado[] = []
  await openEditor(page)
  for (let n = 0; n < DICTADOS; n += 1) all.push(await dictate(page, CLIENTE))
  const slowest = all.reduce((worst, one) => (one.total > worst.total ? one : worst))
  return [
    figuraOf({
      name: 'navegador.factura-por-teclado',
      what: `A factura of three lines by keyboard, 120 ms a key and 400 ms between fields, to «Autorizado»: the slowest of ${DICTADOS}`,
      value: slowest.total,
      unit: 's',
      reference: { value: slowest.pausas, what: 'the pauses of the person alone' },
      target: { sign: '<=', limit: 30 },
    }),
  ]
}

async function lists(page: Page): Promise<FiguraDescrita[]> {
  const times: number[] = []
  for (let n = 0; n < LISTAS; n += 1) {
    await page.goto('/#/')
    await page.getByRole('heading', { name: 'Inicio' }).waitFor()
    await arm(page)
    const row = fromDataTo(page, '/v1/comprobante/search', 'tbody tr a')
    await page.goto('/#/comprobante?size=50')
    times.push((await row) / 1000)
  }
  return [
    figuraOf({
      name: 'navegador.lista-p95',
      what: 'List of facturas, from the answer to its first row painted (33 rows), p95',
      value: percentile(times, 0.95),
      unit: 's',
      target: { sign: '<=', limit: 1 },
    }),
  ]
}

/** Opens an invoice with this number of lines, pasted as from a spreadsheet. */
async function openWith(page: Page, lines: number): Promise<void> {
  await openEditor(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Pegar filas' }).click()
  const rows = Array.from({ length: lines }, (_, at) => `${ARTICULOS[at % ARTICULOS.length]!.code}\t${1 + (at % 9)}`)
  await page.getByLabel('Filas copiadas').fill(rows.join('\n'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Agregar/ })
    .click()
  await celda(page, 'Cantidad', lines).waitFor()
}

/** p95 of a key pressed in the middle of an invoice, milliseconds. */
async function keystrokeOf(page: Page, lines: number): Promise<number> {
  await openWith(page, lines)
  const middle = Math.ceil(lines / 2)
  await watchKeys(page)
  const times: number[] = []
  for (const [column, text] of [
    ['Descripción', 'papel bond de oficina color marfil, 75 g'],
    ['Cantidad', '1234567.5'],
    ['Precio unitario', '1.234567'],
  ] as const) {
    await celda(page, column, middle).focus()
    await page.keyboard.type(text, { delay: TECLA_MS })
    times.push(...(await takeKeys(page, text.length)))
  }
  return percentile(times, 0.95)
}

async function keystrokes(page: Page): Promise<FiguraDescrita[]> {
  const [one, hundred, many] = [await keystrokeOf(page, 1), await keystrokeOf(page, 100), await keystrokeOf(page, 300)]
  const reference = { value: one, what: 'the same in an invoice of one line' }
  return [
    figuraOf({
      name: 'navegador.tecla-100',
      what: 'A key in a factura of 100 lines, from the press to the next paint, p95',
      value: hundred,
      unit: 'ms',
      reference,
      target: { sign: '<=', limit: 50 },
    }),
    figuraOf({ name: 'navegador.tecla-300', what: '… of 300 lines', value: many, unit: 'ms', reference }),
  ]
}
