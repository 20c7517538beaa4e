import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  comprobanteToXml,
  createFirmante,
  readComprobante,
  readP12,
  readZipComprobantes,
  signXml,
  TIPOS_COMPROBANTE,
  verifyXml,
} from '@yupana/sri'

import type { Bench } from './bench.ts'
import { documentosMuestra } from './documentos-muestra.ts'
import { figuraOf, median } from './figura.ts'
import { PASSWORD_P12, issueP12, rucOf } from './prepare.ts'
import { zipOf } from './zip.ts'

const LINEAS = 10
const POR_TIPO = 30
const RONDAS = 15
const MIL = 1_000

/** A document in its distributed form: signed, inside its `<autorizacion>`. */
const handedOut = (xml: string): Uint8Array =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<autorizacion><estado>AUTORIZADO</estado><comprobante><![CDATA[${xml}]]></comprobante></autorizacion>`,
  )

/** Milliseconds of one pass over the files. */
function timed(files: readonly Uint8Array[], work: (file: Uint8Array) => unknown): number {
  const began = performance.now()
  for (const file of files) work(file)
  return performance.now() - began
}

/** Received documents of every type in turn: read into values, and their signature verified. */
export const lectura: Bench = async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-bench-lectura-'))
  const ruc = rucOf(1)
  const p12 = await issueP12(folder, ruc, ['--sin-cadena']).finally(() => rmSync(folder, { recursive: true, force: true }))
  const { certificado, privateKey } = readP12(p12, PASSWORD_P12)
  const firmante = createFirmante({
    certificado,
    privateKey: createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' }),
  })
  const at = new Date()
  const files = Array.from({ length: POR_TIPO }, (_, n) => documentosMuestra(n, LINEAS, ruc))
    .flat()
    .map((muestra) => handedOut(signXml(firmante, comprobanteToXml(muestra), at)))
  const zip = zipOf(Array.from({ length: MIL }, (_, n) => ({ nombre: `recibidos/${n}.xml`, bytes: files[n % files.length]! })))

  const both = (file: Uint8Array) => {
    const { xml = '' } = readComprobante(file)
    const { valid, problemas } = verifyXml(xml)
    if (!valid) throw new Error(`a signature does not verify: ${problemas.join(' ')}`)
  }
  timed(files, both)
  const each = Array.from({ length: RONDAS }, () => timed(files, both) / files.length)
  const thousand = Array.from({ length: RONDAS }, () => {
    const began = performance.now()
    const read = [...readZipComprobantes(zip)].filter(({ leido }) => leido !== undefined).length
    if (read !== MIL) throw new Error(`${read} documents of ${MIL} were read`)
    return performance.now() - began
  })
  const kinds = `signed documents of ${LINEAS} lines, the ${TIPOS_COMPROBANTE.length} types in turn`
  return [
    figuraOf({
      name: 'lectura.verificar',
      what: `Reading and verifying one received document (${kinds}), one thread`,
      value: median(each),
      unit: 'ms',
      target: { sign: '<=', limit: 2 },
    }),
    figuraOf({
      name: 'lectura.mil',
      what: `Reading ${MIL} received XML from a ZIP of ${Math.round(zip.length / 1024)} KB into values (${kinds}), one thread`,
      value: median(thousand),
      unit: 'ms',
      target: { sign: '<=', limit: 3_000 },
    }),
  ]
}
