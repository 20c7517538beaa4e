import { createPrivateKey, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  comprobanteToXml,
  createFirmante,
  DOCUMENTOS,
  readP12,
  signXml,
  TIPOS_COMPROBANTE,
  verifyXml,
  type Comprobante,
  type Firmante,
  type TipoComprobante,
} from '@yupana/sri'
import { signInvoiceXml } from 'ec-sri-invoice-signer'

import type { Bench } from './bench.ts'
import { documentosMuestra } from './documentos-muestra.ts'
import { facturaMuestra } from './factura-muestra.ts'
import { figuraOf, median, type FiguraDescrita } from './figura.ts'
import { PASSWORD_P12, issueP12, rucOf } from './prepare.ts'

const RONDAS = 61
const POR_RONDA = 50
const OTRO_POR_RONDA = 1
const LINEAS = 10
/** Approximate length of SignedInfo, the signed text. */
const SIGNED_INFO = 1_200

const perSecond = (times: number, work: (n: number) => unknown) => {
  const began = performance.now()
  for (let n = 0; n < times; n++) work(n)
  return (times * 1000) / (performance.now() - began)
}

/** Rounds of our signer, of bare RSA and of the other signer alternate in one thread, so that a disturbance affects all. */
export const firma: Bench = async ({ say }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-bench-firma-'))
  const ruc = rucOf(1)
  // Without the chain, because the other signer picks the wrong certificate of several.
  const p12 = await issueP12(folder, ruc, ['--sin-cadena']).finally(() => rmSync(folder, { recursive: true, force: true }))
  const leido = readP12(p12, PASSWORD_P12)
  const privateKey = createPrivateKey({ key: Buffer.from(leido.privateKey), format: 'der', type: 'pkcs8' })
  const firmante = createFirmante({ certificado: leido.certificado, privateKey })
  const facturas = Array.from({ length: POR_RONDA }, (_, n) => facturaMuestra(n, LINEAS, ruc))
  const signedInfo = Buffer.alloc(SIGNED_INFO, 'x')
  const at = new Date()
  const ours = (n: number) => signXml(firmante, DOCUMENTOS.factura.toXml(facturas[n % POR_RONDA]!), at)
  const other = (n: number) => signInvoiceXml(DOCUMENTOS.factura.toXml(facturas[n % POR_RONDA]!), p12, { pkcs12Password: PASSWORD_P12 })

  const { valid, problemas } = verifyXml(ours(0))
  if (!valid) throw new Error(`our signature does not verify: ${problemas.join(' ')}`)
  const theirs = verifyXml(other(0))
  say(
    `  RSA-2048, ${LINEAS} líneas; la firma de ec-sri-invoice-signer ${theirs.valid ? 'es válida' : `no pasa nuestra verificación: ${theirs.problemas.join(' ')}`}`,
  )
  perSecond(POR_RONDA * 2, ours)

  const rates = { raw: [] as number[], ours: [] as number[], other: [] as number[] }
  for (let ronda = 0; ronda < RONDAS; ronda++) {
    const before = perSecond(POR_RONDA, () => sign('RSA-SHA1', signedInfo, privateKey))
    const own = perSecond(POR_RONDA, ours)
    const after = perSecond(POR_RONDA, () => sign('RSA-SHA1', signedInfo, privateKey))
    rates.other.push(perSecond(OTRO_POR_RONDA, other))
    rates.ours.push(own)
    rates.raw.push((before + after) / 2)
  }
  const value = median(rates.ours)
  const what = `Signing a ${LINEAS}-line factura (build, canonical form, digests, RSA-2048), one thread`
  return [
    figuraOf({
      name: 'firma.frente-a-rsa',
      what,
      value,
      unit: '1/s',
      reference: { value: median(rates.raw), what: 'RSA-2048 operation alone' },
      target: { sign: '>=', limit: 0.7, ofRatio: true },
    }),
    figuraOf({
      name: 'firma.frente-a-npm',
      what,
      value,
      unit: '1/s',
      reference: { value: median(rates.other), what: 'ec-sri-invoice-signer' },
      target: { sign: '>=', limit: 100, ofRatio: true },
    }),
    ...others(firmante, ruc, at),
  ]
}

/** The other types, compared with bare RSA in the same way. */
function others(firmante: Firmante, ruc: string, at: Date): FiguraDescrita[] {
  const muestras = Array.from({ length: POR_RONDA }, (_, n) => documentosMuestra(n, LINEAS, ruc))
  return TIPOS_COMPROBANTE.filter((tipo) => tipo !== 'factura').map((tipo) =>
    signing(
      firmante,
      tipo,
      muestras.flatMap((each) => each.filter((muestra) => muestra.tipo === tipo)),
      at,
    ),
  )
}

function signing(firmante: Firmante, tipo: TipoComprobante, muestras: readonly Comprobante[], at: Date): FiguraDescrita {
  const signedInfo = Buffer.alloc(SIGNED_INFO, 'x')
  const ours = (n: number) => signXml(firmante, comprobanteToXml(muestras[n % POR_RONDA]!), at)
  const { valid, problemas } = verifyXml(ours(0))
  if (!valid) throw new Error(`our signature of a ${tipo} does not verify: ${problemas.join(' ')}`)
  perSecond(POR_RONDA * 2, ours)
  const rates = { raw: [] as number[], ours: [] as number[] }
  for (let ronda = 0; ronda < RONDAS; ronda++) {
    const before = perSecond(POR_RONDA, () => sign('RSA-SHA1', signedInfo, firmante.privateKey))
    rates.ours.push(perSecond(POR_RONDA, ours))
    rates.raw.push((before + perSecond(POR_RONDA, () => sign('RSA-SHA1', signedInfo, firmante.privateKey))) / 2)
  }
  return figuraOf({
    name: `firma.${tipo}`,
    what: `Signing a ${LINEAS}-line ${tipo} (build, canonical form, digests, RSA-2048), one thread`,
    value: median(rates.ours),
    unit: '1/s',
    reference: { value: median(rates.raw), what: 'RSA-2048 operation alone' },
    target: { sign: '>=', limit: 0.7, ofRatio: true },
  })
}
