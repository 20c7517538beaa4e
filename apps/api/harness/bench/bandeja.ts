import { createPrivateKey } from 'node:crypto'
import { importRecibido, pathOf, type Envelope, type Importacion } from '@yupana/contract'
import { comprobanteToXml, createFirmante, readP12, signXml, type Firmante } from '@yupana/sri'
import type { Page } from '@playwright/test'
import pg from 'pg'

import type { Bench } from './bench.ts'
import { facturaMuestra } from './factura-muestra.ts'
import { figuraOf, percentile } from './figura.ts'
import { startInstallation, type Installation } from './installation.ts'
import { signedIn } from './navegador.ts'
import { openChromium, untilTrue } from './navegador-sonda.ts'
import { PASSWORD_P12, issueP12, prepareEmisores, rucOf, type Emisor } from './prepare.ts'
import { zipOf } from './zip.ts'

const DOCUMENTOS = 50
const PROVEEDORES = 10
const LINEAS = 5
/** Time that a person looks at each proposal before the key. */
const MIRADA_MS = 1_000
const DOS_MINUTOS = 120

/** Signer of the n-th supplier. */
async function firmanteOf(dataDir: string, n: number): Promise<{ ruc: string; firmante: Firmante }> {
  const ruc = rucOf(100 + n)
  const { certificado, privateKey } = readP12(await issueP12(dataDir, ruc), PASSWORD_P12)
  const key = createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
  return { ruc, firmante: createFirmante({ certificado, privateKey: key }) }
}

/** Facturas of several suppliers to the company, signed, in one ZIP. */
async function facturasOf({ config }: Installation, { ruc: receptor }: Emisor): Promise<Buffer> {
  const proveedores: Awaited<ReturnType<typeof firmanteOf>>[] = []
  for (let n = 1; n <= PROVEEDORES; n += 1) proveedores.push(await firmanteOf(config.dataDir, n))
  const files = Array.from({ length: DOCUMENTOS }, (_, n) => {
    const { ruc, firmante } = proveedores[n % PROVEEDORES]!
    const factura = facturaMuestra(n, LINEAS, ruc)
    const comprador = {
      tipoIdentificacionComprador: '04',
      identificacionComprador: receptor,
      razonSocialComprador: 'EMPRESA DE MEDICIÓN 1 S.A.S.',
    }
    const documento = { ...factura, infoFactura: { ...factura.infoFactura, ...comprador } }
    return { nombre: `${n}.xml`, bytes: Buffer.from(signXml(firmante, comprobanteToXml({ tipo: 'factura', documento }), new Date())) }
  })
  return zipOf(files)
}

async function importar(baseUrl: string, token: string, zip: Buffer): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(zip)]), 'recibidos.zip')
  const answer = await fetch(baseUrl + pathOf(importRecibido), {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  const { nuevos, archivos } = ((await answer.json()) as Envelope<Importacion>).data
  if (nuevos !== DOCUMENTOS) throw new Error(`${nuevos} of ${DOCUMENTOS} came in: ${archivos.find(({ motivo }) => motivo)?.motivo ?? ''}`)
}

const FOCUSED = `(document.activeElement?.getAttribute('aria-label') ?? '')`
const WAITING = `[...document.querySelectorAll('main button[aria-label^="Registrar con sustento"]')]`

/** Accepts the proposals one by one with Enter; answers the milliseconds of each, until the next has the focus. */
async function acceptAll(page: Page): Promise<number[]> {
  await page.goto(`/#/comprobante/recibido?estado=NUEVO&size=${DOCUMENTOS}`)
  await untilTrue(page, `${WAITING}.length === ${DOCUMENTOS}`)
  await page.evaluate(`${WAITING}[0].focus()`)
  const times: number[] = []
  for (let left = DOCUMENTOS; left > 0; left -= 1) {
    await page.waitForTimeout(MIRADA_MS)
    const label = await page.evaluate<string>(FOCUSED)
    const began = performance.now()
    await page.keyboard.press('Enter')
    await untilTrue(
      page,
      left === 1 ? `${WAITING}.length === 0` : `${FOCUSED}.startsWith('Registrar') && ${FOCUSED} !== ${JSON.stringify(label)}`,
    )
    times.push(performance.now() - began)
  }
  return times
}

async function countCompras({ database }: Installation, { empresaId }: Emisor): Promise<number> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from compra where empresa_id = $1', [empresaId])
    return rows[0]?.n ?? 0
  } finally {
    await client.end()
  }
}

/** Documents of the inbox, booked in a real browser with the single key that accepts a proposal (O-28). */
export const bandeja: Bench = async () => {
  const browser = await openChromium()
  try {
    const installation = await startInstallation()
    try {
      const [emisor] = await prepareEmisores(installation, { cuantas: 1, conFirma: false })
      if (!emisor) throw new Error('there is no company')
      await importar(installation.baseUrl, emisor.token, await facturasOf(installation, emisor))
      const times = await acceptAll(await signedIn(browser, installation))
      const booked = await countCompras(installation, emisor)
      if (booked !== DOCUMENTOS) throw new Error(`${booked} purchases of ${DOCUMENTOS} documents`)
      const looking = (DOCUMENTOS * MIRADA_MS) / 1000
      return [
        figuraOf({
          name: 'bandeja.cincuenta',
          what: `${DOCUMENTOS} received facturas of ${PROVEEDORES} suppliers booked as proposed, one key and a second to look at each`,
          value: looking + times.reduce((sum, ms) => sum + ms, 0) / 1000,
          unit: 's',
          reference: { value: looking, what: 'the looking of the person alone' },
          target: { sign: '<=', limit: DOS_MINUTOS },
        }),
        figuraOf({
          name: 'bandeja.tecla-p95',
          what: '… from the key until it is booked and the next proposal has the focus, p95',
          value: percentile(times, 0.95),
          unit: 'ms',
        }),
      ]
    } finally {
      await installation.stop()
    }
  } finally {
    await browser.close()
  }
}
